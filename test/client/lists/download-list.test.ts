import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../source/client/client.ts';
import { MalformedError, RefusedError } from '../../../source/client/http/errors.ts';
import { DownloadList } from '../../../source/client/lists/download-list.ts';
import { stringifyExact } from '../../../source/protocol/exact-json.ts';
import { anyText } from '../../any-text.ts';
import { benchAnswer, benchDownload } from '../../bench/big-list.ts';
import { until } from '../../programs/until.ts';
import { runs } from '../../runs.ts';
import { serve } from '../server.ts';
import { listing } from './listing.ts';

const infohash = fc.integer({ min: 0, max: 12 }).map((n) => n.toString(16).padStart(40, 'ab'));
const hostile = fc.oneof(
	anyText({ maxLength: 12 }),
	fc.constantFrom('},{"', '"downloads":[', '\\', '\\"', ']}', '{"infohash":"x"}', '\u2028', '\ud800', '🦀漢'),
);
const download = fc.record(
	{
		name: hostile,
		infohash: fc.oneof({ weight: 9, arbitrary: infohash }, fc.constant('AB')),
		progress: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant('0.5')),
		status: fc.constantFrom('DLSTATUS_SEEDING', 'STOPPED', 7),
		size: fc.oneof(fc.nat(), fc.constantFrom(null, -1, 2 ** 60, 12345678901234567890n)),
		trackers: fc.array(fc.record({ url: hostile, peers: fc.nat() }), { maxLength: 2 }),
		odd: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.bigInt()),
	},
	{ requiredKeys: ['name', 'infohash'] },
);
const item = fc.oneof(
	{ weight: 30, arbitrary: download },
	fc.constantFrom(null, 7, 'text', true, [1, []], {}),
);
const blank = fc.constantFrom('', '', ' ', '\n\t ');

/** Returns a response as text, with the list at any position among its fields. */
const written = (items: readonly unknown[], space: string, before: boolean, extra: unknown) => {
	const list = `"downloads"${space}:${space}[${space}${items.map((one) => stringifyExact(one)).join(`${space},${space}`)}${space}]`;
	const around = `"checkpoints":${stringifyExact({ all_loaded: false, loaded: 1, total: items.length })},"extra":${stringifyExact(extra)}`;
	return before ? `{${around},${list}}` : `{${list}${space},${around}}`;
};

const itemOf = (n: number) =>
	JSON.stringify({ ...benchDownload(n), infohash: n.toString(16).padStart(40, '0') });

/** Whether two lists have the same objects. */
const areSame = (one: readonly unknown[], other: readonly unknown[]) =>
	one.length === other.length && one.every((item, at) => item === other[at]);

describe('a list that is fetched repeatedly', () => {
	test('is right if other responses are read meanwhile', async () => {
		// The same places in both, so that one could be taken for the other.
		const written = (num_peers: number) => {
			const downloads = Array.from({ length: 60 }, (_, n) => ({ ...benchDownload(n), num_peers }));
			return Buffer.from(JSON.stringify({ downloads }));
		};
		const [early, late] = [written(1), written(2)];
		const answers = [early, early, early, late, early, late, late];
		let finish = () => {};
		const server = await serve((_, response) => {
			const bytes = answers[server.requests.length - 1] ?? early;
			if (server.requests.length !== 4) return void response.end(bytes);
			response.write(bytes.subarray(0, 2_000));
			finish = () => response.end(bytes.subarray(2_000));
		});
		const client = createClient({ url: server.url });
		onTestFinished(() => client.close());
		const list = new DownloadList();
		for (let round = 0; round < 3; round++) await list.fetch(client, {});
		const slow = list.fetch(client, {});
		await until(() => server.requests.length === 4);
		for (let round = 0; round < 2; round++) await list.fetch(client, {});
		finish();
		const { downloads } = await slow;
		expect(downloads).toEqual((await new DownloadList().fetch(client, {})).downloads);
	});

	test('equals the list of the plain client, and keeps unchanged downloads identical', async () => {
		const { client, say, mismatches } = await listing();
		await fc.assert(
			fc.asyncProperty(
				fc.array(
					fc.record({
						items: fc.array(item, { maxLength: 8 }),
						/** The edit of the previous list. */
						edit: fc.constantFrom('new', 'none', 'change one', 'remove one', 'insert one', 'reverse'),
						at: fc.nat(),
						space: blank,
						before: fc.boolean(),
						extra: fc.jsonValue({ maxDepth: 2 }),
						cuts: fc.array(fc.nat(), { maxLength: 6 }),
					}),
					{ minLength: 1, maxLength: 5 },
				),
				async (polls) => {
					const list = new DownloadList();
					let items: unknown[] = [];
					const objects = new Map<string, unknown[]>();
					for (const { edit, at, space, before, extra, cuts, ...poll } of polls) {
						const place = at % (items.length + 1);
						if (edit === 'new' || items.length === 0) items = poll.items;
						else if (edit === 'change one') items = items.with(place % items.length, poll.items[0] ?? {});
						else if (edit === 'remove one') items = items.toSpliced(place, 1);
						else if (edit === 'insert one') items = items.toSpliced(place, 0, ...poll.items.slice(0, 1));
						else if (edit === 'reverse') items = items.toReversed();
						say(written(items, space, before, extra), cuts);
						mismatches.length = 0;
						const plain = await client.listDownloads();
						const deviating = new Set(mismatches.map(({ problem }) => problem));
						mismatches.length = 0;
						const answer = await list.fetch(client, {});
						expect(answer).toEqual(plain);
						// The plain client reports every deviation that the list reports.
						for (const { problem } of mismatches) expect(deviating).toContain(problem);
						checkIdentity(items, answer.downloads, objects);
					}
				},
			),
			{ numRuns: runs(25) },
		);
	});

	/** Expects the same object for an item with the same bytes in both responses. */
	function checkIdentity(
		items: readonly unknown[],
		read: readonly unknown[],
		before: Map<string, unknown[]>,
	) {
		const things = items.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
		expect(read).toHaveLength(things.length);
		const texts = things.map((one) => stringifyExact(one));
		const hashes = things.map((one) => (one as { infohash?: string }).infohash);
		const unique = (hash: string | undefined) =>
			hash !== undefined && hashes.filter((one) => one?.toLowerCase() === hash.toLowerCase()).length === 1;
		for (const [index, text] of texts.entries()) {
			const known = before.get(text);
			if (known?.length === 1 && unique(hashes[index])) expect(read[index]).toBe(known[0]);
		}
		before.clear();
		// Downloads with the same infohash differ only in their place.
		for (const [index, text] of texts.entries())
			if (unique(hashes[index])) before.set(text, [...(before.get(text) ?? []), read[index]]);
	}

	test('is the same object, with the same list, if it is unchanged', async () => {
		const { client, say } = await listing();
		const list = new DownloadList();
		say(benchAnswer(300));
		const first = await list.fetch(client, {});
		expect(first.downloads).toHaveLength(300);
		expect(await list.fetch(client, {})).toBe(first);
		say(benchAnswer(300, (n) => (n === 7 ? 1 : 0)));
		const second = await list.fetch(client, {});
		expect(second.downloads.filter((one, n) => one !== first.downloads[n])).toEqual([second.downloads[7]]);
		expect(second.checkpoints).toBe(first.checkpoints);
		const text = benchAnswer(300, (n) => (n === 7 ? 1 : 0))
			.toString()
			.replace('"loaded":300', '"loaded":299');
		say(text);
		const third = await list.fetch(client, {});
		expect(third.downloads).toBe(second.downloads);
		expect(third.checkpoints?.loaded).toBe(299);
	});

	test('the list of one download can become empty and return', async () => {
		const { client, say } = await listing();
		const list = new DownloadList();
		say('{"downloads":[]}');
		const none = await list.fetch(client, {});
		expect(none.downloads).toEqual([]);
		say('{"downloads":[{"name":"n","infohash":"ab","progress":0,"status":"STOPPED"}]}');
		expect((await list.fetch(client, {})).downloads).toMatchObject([{ name: 'n', status: 'STOPPED' }]);
		say('{"downloads":[]}');
		expect((await list.fetch(client, {})).downloads).toEqual([]);
	});

	test('the reader reads a list of several megabytes with one changed byte in each entry', async () => {
		const { client, say } = await listing();
		const list = new DownloadList();
		for (const moment of [0, 1, 1]) {
			const bytes = benchAnswer(2_000, () => moment);
			say(bytes);
			const { downloads } = await list.fetch(client, {});
			expect(downloads.map(({ speed_down }) => speed_down)).toEqual(
				Array.from({ length: 2_000 }, (_, n) => moment * 17 + n),
			);
		}
	});

	test('keeps all others if some are removed, inserted or moved', async () => {
		const { client, say } = await listing();
		const list = new DownloadList();
		const items = Array.from({ length: 2_000 }, (_, n) => itemOf(n));
		const read = async (texts: readonly string[]) => {
			say(`{"downloads":[${texts.join(',')}]}`);
			return (await list.fetch(client, {})).downloads;
		};
		const first = await read(items);
		const fewer = await read(items.toSpliced(700, 3));
		expect(areSame(fewer, first.toSpliced(700, 3))).toBe(true);
		const more = await read(items.toSpliced(700, 3).toSpliced(0, 0, itemOf(9_999)));
		expect(areSame(more.slice(1), fewer)).toBe(true);
		const turned = await read(items.toSpliced(700, 3).toReversed());
		expect(areSame(turned, fewer.toReversed())).toBe(true);
	});

	test('may contain a download of 2 MB that changes too', async () => {
		const { client, say } = await listing();
		const list = new DownloadList();
		for (const letter of ['a', 'a', 'b']) {
			const pieces = letter.repeat(2 * 1024 * 1024);
			say(
				JSON.stringify({
					downloads: [
						{ name: '1', infohash: '1', progress: 0, status: 'SEEDING' },
						{ name: '2', infohash: '2', progress: 0, status: 'SEEDING', pieces },
						{ name: '3', infohash: '3', progress: 0, status: 'SEEDING' },
					],
				}),
			);
			const { downloads } = await list.fetch(client, {});
			expect(downloads.map(({ name }) => name)).toEqual(['1', '2', '3']);
			expect(downloads[1]?.pieces === pieces).toBe(true);
		}
	});
});

describe('a list with revisions', () => {
	const row = { name: 'n', infohash: 'ab', progress: 0, status: 'SEEDING' };
	const whole = JSON.stringify({ revision: 'r.1', downloads: [row] });

	test('is requested as a whole after its changes were refused', async () => {
		const { client, say, paths } = await listing();
		const list = new DownloadList();
		say(whole);
		await list.fetch(client, {});
		say('{"error":{"handled":true,"message":"no"}}');
		await expect(list.fetch(client, {})).rejects.toThrow(RefusedError);
		say(whole);
		await list.fetch(client, {});
		expect(paths()).toEqual(['/downloads', '/downloads?since=r.1', '/downloads']);
	});

	test('is refused, and requested as a whole, if it changes an unknown download', async () => {
		const { client, say, paths } = await listing();
		const list = new DownloadList();
		say(whole);
		await list.fetch(client, {});
		say('{"revision":"r.2","downloads":[{"infohash":"cd","progress":1,"absent":[]}],"removed":[]}');
		await expect(list.fetch(client, {})).rejects.toThrow(MalformedError);
		say(whole);
		expect((await list.fetch(client, {})).downloads).toHaveLength(1);
		expect(paths().at(-1)).toBe('/downloads');
	});

	test('keeps all downloads if two responses of a revision end in the other order', async () => {
		const { client, say } = await listing();
		const list = new DownloadList();
		say(whole);
		await list.fetch(client, {});
		const added = (infohash: string) => ({ ...row, infohash });
		const change = (revision: string, ...infohashes: string[]) =>
			JSON.stringify({ revision, downloads: infohashes.map(added), removed: [] });
		say(change('r.1'));
		await list.fetch(client, {});
		say(change('r.2', 'cd'));
		const first = list.fetch(client, {});
		say(change('r.1'));
		await Promise.all([first, list.fetch(client, {})]);
		say(change('r.3', 'ef', 'cd'));
		const { downloads } = await list.fetch(client, {});
		expect(downloads.map(({ infohash }) => infohash).toSorted()).toEqual(['ab', 'cd', 'ef']);
	});
});
