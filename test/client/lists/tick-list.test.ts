import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClient } from '../../../source/client/client.ts';
import { MalformedError, RefusedError } from '../../../source/client/http/errors.ts';
import { TickList } from '../../../source/client/lists/tick-list.ts';
import type { Dialect } from '../../../source/protocol/dialect.ts';
import { stringifyExact } from '../../../source/protocol/exact-json.ts';
import { anyText } from '../../any-text.ts';
import { atEnd } from '../../fixtures/cleanup.ts';
import { serve } from '../server.ts';

/** Starts a service whose asks are what was last said. */
async function listing(dialect?: Dialect) {
	let said = '{}';
	const { url, requests } = await serve((_, response) => {
		response.writeHead(200, { 'content-type': 'application/json' }).end(said);
	});
	const client = createClient({ url, dialect });
	atEnd(() => client.close());
	return {
		client,
		paths: () => requests.map(({ path }) => path),
		say: (text: string) => {
			said = text;
		},
	};
}

const hostile = fc.oneof(
	anyText({ maxLength: 8 }),
	fc.constantFrom('{"ticks":[{', '}]}', '\\', '\\"', '"', '\u2028', '漢'),
);
const amount = fc.constantFrom<unknown>(1, 0, '2.5', 1e20, 12345678901234567890n, null, 'x', undefined);
const asset = fc.record({ amount, type: hostile }, { requiredKeys: [] });
const tick = fc.record(
	{
		trader_id: hostile,
		order_number: fc.oneof(fc.nat(5), fc.constant('7')),
		timeout: fc.nat(),
		assets: fc.record({ first: asset, second: asset }),
		traded: amount,
		odd: fc.jsonValue({ maxDepth: 3 }),
	},
	{ requiredKeys: ['trader_id', 'assets'] },
);
const ticks = fc.array(
	fc.oneof({ weight: 20, arbitrary: tick }, fc.constantFrom<unknown>(null, 3, 'a', [], {})),
	{
		maxLength: 5,
	},
);
const group = fc.oneof(
	{ weight: 10, arbitrary: fc.record({ asset1: hostile, asset2: hostile, ticks }, { requiredKeys: [] }) },
	fc.constantFrom<unknown>(null, 1, [], { ticks: 'none' }, { ticks: { a: [{ b: 1 }] } }),
);
const answer = fc.oneof(
	{ weight: 10, arbitrary: fc.record({ asks: fc.array(group, { maxLength: 4 }), odd: fc.nat() }) },
	fc.constantFrom<unknown>({}, { asks: 7 }, { asks: { a: { b: { c: {} } } } }),
);

test('a list of ticks equals that of the client, for any answer', async () => {
	const { client, say } = await listing();
	const list = new TickList();
	await fc.assert(
		fc.asyncProperty(answer, async (one) => {
			say(stringifyExact(one));
			expect(await list.fetch(client, 'listAsks')).toEqual(await client.listAsks());
		}),
		{ numRuns: 300 },
	);
});

test('unchanged ticks stay the same objects, and new ones are reported once', async () => {
	const { client, say } = await listing();
	const reported: number[] = [];
	const list = new TickList({ onNew: ({ order_number }) => reported.push(order_number) });
	const tickOf = (order_number: number, traded: string) =>
		`{"trader_id":"a","order_number":${order_number},"assets":{"first":{"amount":1.000000000000000000001},"second":{}},"traded":${traded}}`;
	const sayTicks = (...of: string[]) =>
		say(`{"asks":[{"asset1":"MB","asset2":"BTC","ticks":[${of.join(' , ')}]}]}`);
	sayTicks(tickOf(1, '0'), tickOf(2, '0'));
	const [before] = (await list.fetch(client, 'listAsks')).asks;
	sayTicks(tickOf(3, '0'), tickOf(2, '0.5'), tickOf(1, '0'));
	const [after] = (await list.fetch(client, 'listAsks')).asks;
	expect(after?.ticks.map(({ order_number, traded }) => [order_number, traded?.text])).toEqual([
		[3, '0'],
		[2, '0.5'],
		[1, '0'],
	]);
	expect(after?.ticks[2]).toBe(before?.ticks[0]);
	expect(after?.ticks[0]?.assets.first.amount?.text).toBe('1.000000000000000000001');
	expect(reported).toEqual([1, 2, 3, 2]);
});

test('broken and refusing answers give the errors of the client', async () => {
	const { client, say } = await listing();
	const list = new TickList();
	const broken = ['{"asks":[{"ticks":[{"trader_id":"a"', '{"asks":[{"ticks":[{]]', '[]', '{"asks"', ''];
	for (const text of broken) {
		say(text);
		await expect(list.fetch(client, 'listAsks')).rejects.toThrow(MalformedError);
		await expect(client.listAsks()).rejects.toThrow(MalformedError);
	}
	say('{"error":{"handled":true,"code":"Bad","message":"no"}}');
	await expect(list.fetch(client, 'listAsks')).rejects.toThrow(RefusedError);
	expect(() => client.close()).not.toThrow();
});

test('a service with revisions sends the ticks that changed, and the keys of those that are gone', async () => {
	const { client, say, paths } = await listing('interface');
	const list = new TickList();
	const tickOf = (order_number: number, traded: number) =>
		`{"trader_id":"a","order_number":${order_number},"assets":{"first":{},"second":{}},"traded":${traded}}`;
	const group = (asset: string, ...ticks: string[]) =>
		`{"asset1":"${asset}","asset2":"EUR","ticks":[${ticks.join()}]}`;
	const read = async (groups: readonly string[], rest: string) => {
		say(`{"asks":[${groups.join()}],${rest}}`);
		const { asks } = await list.fetch(client, 'listAsks');
		return asks.map(({ asset1, ticks }) => [
			asset1,
			...ticks.map(({ order_number, traded }) => `${order_number}: ${traded?.text}`),
		]);
	};
	const first = [group('MB', tickOf(1, 0), tickOf(2, 0)), group('BTC', tickOf(3, 0))];
	await read(first, '"revision":"x.1"');
	const changes = [group('MB', tickOf(2, 7), tickOf(4, 0)), group('USD', tickOf(5, 0))];
	expect(await read(changes, '"revision":"x.2","removed":["a.1","a.3"]')).toEqual([
		['MB', '2: 7', '4: 0'],
		['USD', '5: 0'],
	]);
	expect(await read([], '"revision":"x.2","removed":[]')).toHaveLength(2);
	// After a restart of the service the list is whole.
	expect(await read([group('MB', tickOf(9, 0))], '"revision":"y.1"')).toEqual([['MB', '9: 0']]);
	expect(paths()).toEqual([
		'/market/asks?since=',
		'/market/asks?since=x.1',
		'/market/asks?since=x.2',
		'/market/asks?since=x.2',
	]);
});
