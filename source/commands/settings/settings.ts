import { some } from '../declaration/arguments.ts';
import type { Declaration } from '../declaration/declaration.ts';
import { yesOption } from '../output/confirm.ts';
import { jsonOption, tableOptions } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';

const set = serviceCommand({
	name: 'set',
	endpoints: ['changeServiceSettings'],
	summary: 'change settings of the service',
	description:
		'Changes settings of the service, all of them or none. Prints the new values. ' +
		'A rate is 500K, 2M or none; days are mon-fri or every day; a time is 08:00. Asks before a change that stops ' +
		'running downloads.',
	examples: [
		['seedtop settings set limits.download 5M', 'download at most 5 MiB/s'],
		['seedtop settings set limits.alternative.mode on', 'use the alternative limits'],
	],
	options: { yes: yesOption, json: jsonOption },
	arguments: {
		setting: some('setting', "name and value: 'limits.download 5M' or 'limits.download=5M'. Repeatable"),
	},
	// Loaded on demand, because help does not need it.
	run: async (input, call) => (await import('./change-settings.ts')).changeSettings(input, call),
});

const undo = serviceCommand({
	name: 'undo',
	summary: 'undo the last change of settings of Tribler 8',
	description:
		'Restores the settings of a service of Tribler 8 as they were before the last change by a command, also those that ' +
		'the service lost. Settings that were changed otherwise since then stay. A second undo changes them again.',
	options: { json: jsonOption },
	run: async (input, call) => (await import('./change-settings.ts')).undoSettings(input, call),
});

/** Prints the settings of the service. A verb changes them. */
export const settingsCommand: Declaration = {
	...serviceCommand({
		name: 'settings',
		endpoints: ['getServiceSettings'],
		summary: 'show or change the settings of the service',
		description:
			'Shows the settings that the service can change while it runs. In a pipe, each line has a name and an exact ' +
			'value, separated by a tab. Tribler 8 has limits and the end of seeding. Other services offer none. The exit code is ' +
			'then 5.',
		options: tableOptions,
		run: async (input, call) => (await import('./show-settings.ts')).showSettings(input, call),
	}),
	verbs: [set, undo],
};
