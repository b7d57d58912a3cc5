import type { Handlers } from '../http/route.ts';
import type { StoredSettings } from '../settings/stored-settings.ts';

/** Handlers of the settings, an extension of the interface. */
export function settingsRoutes(
	settings: StoredSettings,
): Pick<Handlers, 'getServiceSettings' | 'changeServiceSettings'> {
	return {
		async getServiceSettings() {
			return settings.current;
		},

		async changeServiceSettings({ body }) {
			settings.change(body);
			return settings.current;
		},
	};
}
