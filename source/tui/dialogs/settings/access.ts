import type { Client } from '../../../client/client.ts';
import {
	ChangesOf8,
	type Settings,
	SettingsChanges,
	type SettingsOf8,
} from '../../../protocol/resources/settings.ts';
import { countStopped } from '../../../settings/count-stopped.ts';
import { type SettingField, settingChanges, settingFields } from '../../../settings/fields.ts';
import { settingFieldsOf8 } from '../../../settings/fields-of-8.ts';
import type { State } from '../../../state/core/state.ts';
import type { Keep } from '../../actions/change-settings.ts';

/** Sends a change and returns the settings that the service reports afterwards. Those of 8.x are kept for an undo. */
type SettingRequest = (client: Client, keep: Keep) => Promise<Settings | SettingsOf8>;

/** The settings of a service and how they change. */
interface SettingsAccess {
	readonly fields: readonly SettingField[];
	/** Returns the request that sets a value, or the reason why the value is invalid. */
	readonly change: (path: string, value: unknown) => SettingRequest | string;
}

const own: SettingsAccess = {
	fields: settingFields,
	change: (path, value) => {
		const body = settingChanges(SettingsChanges, [[path, value]]);
		return typeof body === 'string' ? body : (client) => client.changeServiceSettings({ body });
	},
};

const of8: SettingsAccess = {
	fields: settingFieldsOf8,
	change: (path, value) => {
		const changes = settingChanges(ChangesOf8, [[path, value]]);
		return typeof changes === 'string'
			? changes
			: (client, keep) => client.changeSettingsOf8(changes, { keep });
	},
};

/** Queries whose answers depend on the settings. The header shows the limits. */
export const settingQueries = ['settings:service', 'settings:settings-of-8', 'limits'] as const;

/** Returns the settings of services of 8.x, or those of seedtop's own service. */
export function settingsAccess(isOf8: boolean): SettingsAccess {
	return isOf8 ? of8 : own;
}

/** Returns how many running downloads a value of a setting stops, at most. */
export function stoppedBy(path: string, value: unknown, isOf8: boolean, state: State): number {
	const { downloads, serviceSettings } = state;
	return countStopped(downloads.list, serviceSettings.values, [[path, value]], isOf8);
}
