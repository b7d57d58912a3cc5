import { endpointsOf } from '../endpoint.ts';
import { SettingsAnswer, SettingsChanges } from '../resources/settings.ts';

const endpoint = endpointsOf({
	resource: 'settings',
	generations: 'AB',
	extension: true,
	needs: { extension: 'settings' },
});

/** Settings of the service that change while it runs. Not part of the interface. */
export const settings = {
	getServiceSettings: endpoint('GET', '/settings', {
		summary: 'Read the settings of the service.',
		response: SettingsAnswer,
	}),
	changeServiceSettings: endpoint('PATCH', '/settings', {
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
