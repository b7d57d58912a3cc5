import { Semaphore } from '../concurrency/semaphore.ts';
import type { Store } from '../state/core/store.ts';
import { type CockpitValues, unsavedSettings } from '../state/settings/cockpit-settings.ts';
import { changeSettingsFile } from './settings-file.ts';

export const settingsKeeperText = { saving: 'Saving the settings' } as const;

/**
 * Saves settings of the cockpit when the user chooses them. A failure is in the state and the news; the next choice
 * saves again. Returns a function that waits for pending writes and stops.
 */
export function keepSettings(store: Store): () => Promise<void> {
	const access = new Semaphore(1);
	const save = async () => {
		const { settings } = store.get();
		const ids = unsavedSettings(settings);
		if (settings.path === undefined || ids.length === 0) return;
		const changes = Object.fromEntries(ids.map((id) => [id, inFile(settings.chosen[id])]));
		const fault = await changeSettingsFile(settings.path, changes);
		if (fault === undefined) {
			store.dispatch({ type: 'settings', what: { type: 'saved', saved: settings.chosen } });
			return;
		}
		store.dispatch({ type: 'settings', what: { type: 'not-saved', reason: fault } });
		const news = { level: 'error', doing: settingsKeeperText.saving, text: fault } as const;
		store.dispatch({ type: 'news', news, at: Date.now() });
	};
	const unsubscribe = store.subscribe(({ settings }, before) => {
		if (settings.chosen !== before.settings.chosen) void access.run(save);
	}, 'settings');
	return async () => {
		unsubscribe();
		await access.run(async () => {});
	};
}

/** Returns a value as the file has it. */
function inFile(value: CockpitValues[keyof CockpitValues] | undefined): string | boolean | undefined {
	return value === '' || value === 'automatic' ? undefined : value;
}
