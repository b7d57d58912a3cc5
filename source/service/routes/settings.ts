import type { SettingsAnswer } from '../../protocol/resources/settings.ts';
import type { Handlers } from '../http/route.ts';
import type { AppliedLimits } from '../limits/applied-limits.ts';
import type { StoredSettings } from '../settings/stored-settings.ts';

/** Handlers of the settings, an extension of the interface. */
export function settingsRoutes(settings: StoredSettings, limits: AppliedLimits) {
	const answer = (): SettingsAnswer => ({ ...settings.current, active_limits: limits.active });
	return {
		async getServiceSettings() {
			return answer();
		},

		async changeServiceSettings({ body }) {
			settings.change(body);
			await limits.applied;
			return answer();
		},
	} satisfies Partial<Handlers>;
}
