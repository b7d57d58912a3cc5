import { one } from '../declaration/arguments.ts';
import type { Declaration } from '../declaration/declaration.ts';
import { chooseMany, choosingOptions, downloadsArgument } from '../downloads/choose.ts';
import { doToEach } from '../downloads/each.ts';
import { jsonOption, printJson, printTable, tableOptions } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';

const list = serviceCommand({
	name: 'ls',
	aliases: ['list'],
	summary: 'list the downloads in the order of the queue',
	options: tableOptions,
	async run({ json, header }, call) {
		const [{ queueColumns }, { downloads }] = await Promise.all([
			import('../../columns/queue.ts'),
			call.client.listDownloads({}, call.limits),
		]);
		const last = Number.POSITIVE_INFINITY;
		const ordered = downloads.toSorted(
			(a, b) => (a.queue_position ?? last) - (b.queue_position ?? last) || 0,
		);
		if (json)
			printJson({
				downloads: ordered.map(({ infohash, name, status, queue_position }) => ({
					queue_position: queue_position ?? null,
					infohash,
					name,
					status,
				})),
			});
		else await printTable(queueColumns, ordered, { header, empty: 'There are no downloads.' });
	},
});

const ends = ['top', 'up', 'down', 'bottom'] as const;

const move = serviceCommand({
	name: 'move',
	summary: 'move downloads in the queue',
	description:
		'Moves downloads in the queue, which has an order for complete downloads and one for the others. ' +
		'Several downloads keep their order. Services of Tribler before 8.4 have no queue.',
	examples: [['seedtop queue move top debian', 'the next download that runs']],
	options: { ...choosingOptions, json: jsonOption },
	arguments: {
		place: one('place', 'a number from 1, or one of these', ends),
		download: downloadsArgument,
	},
	async run(input, call) {
		const end = ends.find((word) => word === input.place);
		const target =
			end === undefined
				? (await import('./place.ts')).readPlace(input.place, ends) - 1
				: (`queue_${end}` as const);
		const chosen = await chooseMany(call, input);
		// The last one moves first where the next one takes its place.
		const isReversed = end !== 'up' && end !== 'bottom';
		return doToEach(isReversed ? chosen.toReversed() : chosen, input.json, 'Moved', ({ infohash }) =>
			call.client.verified.moveInQueue(infohash, target, call.limits),
		);
	},
});

/** Without a verb it lists the queue. */
export const queueCommand: Declaration = {
	...list,
	name: 'queue',
	aliases: [],
	summary: 'the order in which downloads run',
	description: 'The order in which downloads run. Without a command it lists it.',
	verbs: [list, move],
};
