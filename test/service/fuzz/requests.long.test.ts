import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EndpointName, endpointNames, endpoints } from '../../../source/protocol/endpoints/table.ts';
import { FuzzedService } from './fuzzed-service.ts';

let service: FuzzedService;

beforeAll(async () => {
	service = await FuzzedService.start();
});

afterAll(() => service?.close());

/**
 * Rows for an order, a transaction, a locked wallet, a blocked trader, an unfinished move, a torrent that was not
 * added, or a tracker, none of which the service has.
 */
const needsEarlier: readonly EndpointName[] = [
	'cancelOrder',
	'listPayments',
	'provideInput',
	'unblockTrader',
	'cancelMove',
	'importDownload',
	'announceToTracker',
];

/** Fewest requests to a row. */
const MIN_REQUESTS = 4;
/** Requests of a round, unless all expected outcomes occurred before. */
const MAX_REQUESTS = 12;
/** Seeds of the rounds, which end when both outcomes occurred. */
const MAX_SEEDS = 200;

test.each(endpointNames)('%s', async (name) => {
	const requests = await service.requestsTo(name);
	// Some but not all: both outcomes occur, except where only an earlier request can make one valid.
	const expected = needsEarlier.includes(name) ? ['refused'] : ['done', 'refused'];
	const outcomes = new Set<string>();
	let count = 0;
	for (let seed = 5; seed === 5 || (outcomes.size < expected.length && seed < MAX_SEEDS); seed++) {
		await fc.assert(
			fc.asyncProperty(requests, async (sent) => {
				if (outcomes.size === expected.length && count >= MIN_REQUESTS) return;
				count++;
				if (endpoints[name].method === 'DELETE') await service.add();
				outcomes.add(await service.send(sent));
			}),
			{ numRuns: MAX_REQUESTS, seed, endOnFailure: true },
		);
	}
	expect([...outcomes].sort()).toEqual(expected);
	await service.requireSound();
});
