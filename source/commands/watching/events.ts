import type { StreamReport } from '../../client/events.ts';
import { eventTypeColumns } from '../../columns/event-types.ts';
import type { ServiceEvent } from '../../protocol/events/events.ts';
import { command } from '../declaration/declaration.ts';
import { describeFailure } from '../declaration/failure.ts';
import { flag, integer, list } from '../declaration/options.ts';
import { interruptible } from '../output/interruption.ts';
import { notice, printJsonLine, printTable, tableOptions } from '../output/print.ts';
import { type Call, withService } from '../service-command/service-command.ts';
import { serviceOptions } from '../service-command/service-options.ts';
import { WatchedService } from './watched-service.ts';

/** Minimum and maximum delay between two connection attempts. */
const MIN_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

export const eventsCommand = command({
	name: 'events',
	summary: 'follow the events of the service, one JSON object per line',
	description:
		'Prints each event as one line of JSON: {"type", "payload", "at"}, at is the Unix time in s. Reconnects ' +
		'after a lost connection. Ends at ctrl-c, or after --count events.',
	examples: [
		['seedtop events --type torrent_finished', 'finished downloads, as they happen'],
		['seedtop events --list', 'the known types'],
	],
	options: {
		type: list('--type <list>', 'only events of these types', { completes: 'event' }),
		count: integer('--count <number>', 'exit after this number of events', { minimum: 1 }),
		list: flag('--list', 'list the known types and exit'),
		...tableOptions,
		...serviceOptions,
	},
	async run(input) {
		if (input.list) {
			await printTypes(input.header, input.json);
			return undefined;
		}
		return withService(input, (call) => interruptible((signal) => follow(call, input, signal)));
	},
});

interface EventFilter {
	readonly type: readonly string[];
	readonly count: number | undefined;
}

async function follow(call: Call, wanted: EventFilter, signal: AbortSignal): Promise<undefined> {
	const { followEvents } = await import('../../client/events.ts');
	const enough = new AbortController();
	const types = new Set(wanted.type);
	let left = wanted.count ?? Number.POSITIVE_INFINITY;
	let opened = false;
	let everHeard = false;
	let failure: Error | undefined;
	const report = (news: StreamReport) => {
		if (news.kind === 'open') {
			if (opened) notice('Reconnected.');
			opened = true;
			failure = undefined;
		} else if (news.kind === 'event') {
			everHeard = true;
			const line = lineOf(news.event);
			if (left <= 0 || (types.size > 0 && !types.has(line.type))) return;
			printJsonLine(line);
			left -= 1;
			if (left <= 0) enough.abort();
		} else if (news.kind === 'fault') {
			notice(`An event could not be read: ${describeFailure(news.fault)}`);
		} else if (!everHeard) {
			// The first event arrives at once. Without any event, the address is probably wrong.
			failure = news.error;
			enough.abort();
		} else {
			failure = news.retryIn === Number.POSITIVE_INFINITY ? news.error : undefined;
			if (!failure) notice(`${describeFailure(news.error)} Trying again…`);
		}
	};
	const ended = AbortSignal.any([signal, enough.signal]);
	const watched = new WatchedService(call, ended);
	try {
		for (let follows = true; follows; ) {
			const moved = new AbortController();
			await followEvents(watched.client, {
				signal: AbortSignal.any([ended, moved.signal]),
				report: (news) => {
					report(news);
					if (news.kind === 'lost' && everHeard) {
						void watched.refind().then((isElsewhere) => isElsewhere && moved.abort());
					}
				},
				timeout: call.limits.timeout,
				minDelay: MIN_RETRY_MS,
				maxDelay: MAX_RETRY_MS,
			});
			// A refusal ends it at once. The service may have a new key.
			follows = !ended.aborted && (moved.signal.aborted || (await watched.refind()));
		}
	} finally {
		await watched.close();
	}
	if (failure) throw failure;
	return undefined;
}

/** Returns an event for output. Unknown events keep the service's type. */
function lineOf(event: ServiceEvent): { type: string; payload: unknown; at: number } {
	const type = event.type === 'unknown' ? event.name : event.type;
	return { type, payload: event.payload, at: Date.now() / 1000 };
}

async function printTypes(header: boolean | undefined, json: boolean): Promise<void> {
	const { events, eventTypes } = await import('../../protocol/events/events.ts');
	const rows = eventTypes.map((type) => ({ type, summary: events[type].summary }));
	if (json) for (const row of rows) printJsonLine(row);
	else await printTable(eventTypeColumns, rows, { header, empty: '' });
}
