import { endpoint } from '../endpoint.ts';
import { SettingsAnswer, SettingsChanges } from '../resources/settings.ts';

/** Settings of the service that change while it runs. Not part of the interface. */
export const settings = {
	getServiceSettings: endpoint({
		method: 'GET',
		path: '/settings',
		generations: 'AB',
		resource: 'settings',
		extension: true,
		needs: { extension: 'settings' },
		summary: 'Read the settings of the service.',
		response: SettingsAnswer,
	}),
	changeServiceSettings: endpoint({
		method: 'PATCH',
		path: '/settings',
		generations: 'AB',
		resource: 'settings',
		extension: true,
		needs: { extension: 'settings' },
		summary: 'Change settings of the service. Omitted ones keep their values.',
		body: SettingsChanges,
		bodyNeeds: {
			limits: { extension: 'limits' },
			queue: { extension: 'queue' },
			seeding: { extension: 'seeding' },
		},
		response: SettingsAnswer,
		statuses: { 400: 'a setting is invalid' },
	}),
} as const;
