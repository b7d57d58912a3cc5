import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../source/client/client.ts';
import { DownloadList } from '../../../source/client/download-list/download-list.ts';
import { MalformedError, RefusedError } from '../../../source/client/errors.ts';
import type { Deviation } from '../../../source/protocol/decode.ts';
import { stringifyExact } from '../../../source/protocol/exact-json.ts';
import { benchAnswer } from '../../bench/big-list.ts';
import { serve } from '../server.ts';

/** A service that answers what it is told to, in portions that end at the given places. */
async function listing() {
	let answer: { readonly bytes: Buffer; readonly cuts: readonly number[] } = {
		bytes: Buffer.from('{"downloads":[]}'),
		cuts: [],
	};
	const server = await serve((_, response) => void write(response, answer.bytes, answer.cuts));
	const told: Deviation[] = [];
	const client = createClient({
		url: server.url,
		onDeviation: (name, deviations) => {
			expect(name).toBe('listDownloads');
			told.push(...deviations);
		},
	});
	onTestFinished(() => client.close());
	return {
		client,
		told,
		say: (text: string | Buffer, cuts: readonly number[] = []) => {
			answer = { bytes: Buffer.from(text), cuts };
		},
	};
}

async function write(response: ServerResponse, bytes: Buffer, cuts: readonly number[]): Promise<void> {
	const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
	let from = 0;
	for (const place of places) {
		response.write(bytes.subarray(from, place));
		from = place;
		// A portion of its own in the stream, mostly: the socket has seen a turn of the loop.
		await turn();
	}
	response.end(bytes.subarray(from));
}

const infohash = fc.integer({ min: 0, max: 12 }).map((n) => n.toString(16).padStart(40, 'ab'));
const hostile = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 12 }),
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

/** An answer as text, the list anywhere among its fields. */
const written = (items: readonly unknown[], space: string, before: boolean, extra: unknown) => {
	const list = `"downloads"${space}:${space}[${space}${items.map((one) => stringifyExact(one)).join(`${space},${space}`)}${space}]`;
	const around = `"checkpoints":${stringifyExact({ all_loaded: false, loaded: 1, total: items.length })},"extra":${stringifyExact(extra)}`;
	return before ? `{${around},${list}}` : `{${list}${space},${around}}`;
};

describe('a list that is fetched again and again', () => {
	test('is what the plain client reads, and what did not change stays the object it was', async () => {
		const { client, say, told } = await listing();
		await fc.assert(
			fc.asyncProperty(
				fc.array(
					fc.record({
						items: fc.array(item, { maxLength: 8 }),
						/** What happens to the list before. */
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
						told.length = 0;
						const plain = await client.listDownloads();
						const deviating = new Set(told.map(({ problem }) => problem));
						told.length = 0;
						const answer = await list.fetch(client, {});
						expect(answer).toEqual(plain);
						// Nothing is told that the plain client does not tell.
						for (const { problem } of told) expect(deviating).toContain(problem);
						checkIdentity(items, answer.downloads, objects);
					}
				},
			),
			{ numRuns: 150 },
		);
	});

	/** An item whose bytes were in the answer before, at one place, is the same object. */
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
		// Downloads of one infohash are told apart by their place alone.
		for (const [index, text] of texts.entries())
			if (unique(hashes[index])) before.set(text, [...(before.get(text) ?? []), read[index]]);
	}

	test('is the same answer, list and all, when nothing changed', async () => {
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
		expect(third.checkpoints.loaded).toBe(299);
	});

	test('of one download comes and goes', async () => {
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

	test('of several megabytes is read, one byte changed in each of them', async () => {
		const { client, say } = await listing();
		const list = new DownloadList();
		for (const moment of [0, 1, 1]) {
			const bytes = benchAnswer(3_000, () => moment);
			say(bytes);
			const { downloads } = await list.fetch(client, {});
			expect(downloads.map(({ speed_down }) => speed_down)).toEqual(
				Array.from({ length: 3_000 }, (_, n) => moment * 17 + n),
			);
		}
	});

	test('may hold a download of 10 MB, which changes too', async () => {
		const { client, say } = await listing();
		const list = new DownloadList();
		for (const letter of ['a', 'a', 'b']) {
			const pieces = letter.repeat(10 * 1024 * 1024);
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

describe('deviations', () => {
	const odd = (speed: unknown, name = 'n') => ({
		name,
		infohash: name,
		progress: 0,
		status: 'SEEDING',
		speed_up: speed,
	});

	test('are told when an item is read, and not again while it stays', async () => {
		const { client, say, told } = await listing();
		const list = new DownloadList();
		const say2 = (one: unknown, other: unknown) =>
			say(JSON.stringify({ downloads: [odd(one, 'a'), odd(other, 'b'), null] }));
		say2('fast', 1);
		await list.fetch(client, {});
		expect(told).toEqual([
			{ path: 'downloads[0].speed_up', problem: 'must be a number, not "fast"', count: 1 },
			{ path: 'downloads[2]', problem: 'must be an object, not null', count: 1 },
		]);
		told.length = 0;
		say2('fast', 'slow');
		await list.fetch(client, {});
		expect(told.filter(({ path }) => path !== 'downloads[2]')).toEqual([
			{ path: 'downloads[1].speed_up', problem: 'must be a number, not "slow"', count: 1 },
		]);
	});

	test('of one kind are told once, with their number', async () => {
		const { client, say, told } = await listing();
		const many = Array.from({ length: 2_000 }, (_, n) => ({ ...odd('fast', `${n}`), size: `x${n}` }));
		say(JSON.stringify({ downloads: many }));
		await new DownloadList().fetch(client, {});
		expect(told[0]).toEqual({ path: 'downloads[0].speed_up', problem: expect.any(String), count: 2_000 });
		expect(told[1]).toMatchObject({ path: 'downloads[0].size', count: 1 });
		expect(told.length).toBeLessThanOrEqual(100);
	});
});

describe('an answer that is no list', () => {
	const good =
		'{"downloads":[{"name":"n","infohash":"ab","progress":0,"status":"STOPPED"}],"checkpoints":{}}';

	test.each([
		['', 'nothing'],
		['<!doctype html>', 'a web page'],
		['{"downloads":[}', 'no item'],
		['{"downloads":[,]}', 'a comma'],
		['{"downloads":[{},]}', 'a comma too many'],
		['{"downloads":[{} {}]}', 'no comma'],
		['{"downloads":[{}{}]}', 'nothing between'],
		['{"downloads":[1 2]}', 'numbers without comma'],
		['{"downloads":[:]}', 'a colon'],
		['{"downloads":[{"a":1}]', 'no end'],
		['{"downloads":[{"a":1}]]', 'another end'],
		['{"downloads":[{"a":]}]}', 'brackets crossed'],
		['{"downloads":[{"a"}]}', 'an object that is none'],
		['{"downloads":[tru]}', 'a word'],
		['{"downloads":[{}]},', 'more behind it'],
		['["downloads":[]]', 'a list of its own'],
	])('%j: %s', async (text) => {
		const { client, say } = await listing();
		say(text);
		await expect(client.listDownloads()).rejects.toThrow(MalformedError);
		await expect(new DownloadList().fetch(client, {})).rejects.toThrow(MalformedError);
	});

	test('is malformed wherever it is cut off, and the next one is read as if nothing had been', async () => {
		const { client, say } = await listing();
		const list = new DownloadList();
		say(good);
		const { downloads } = await list.fetch(client, {});
		for (let length = 0; length < good.length; length++) {
			say(good.slice(0, length));
			await expect(list.fetch(client, {})).rejects.toThrow(MalformedError);
		}
		say(good);
		expect((await list.fetch(client, {})).downloads).toBe(downloads);
	});

	test.each([
		['{"downloads":[],"downloads":[{"name":"2","infohash":"b","progress":0,"status":"S"}]}'],
		['{"downloads":[{"name":"1","infohash":"a"}],"downloads":null}'],
		['{"down\\u006coads":[{"name":"1","infohash":"a","progress":1,"status":"S"}]}'],
		['{"x":{"downloads":[{"a":1}]},"downloads":[{"name":"1","infohash":"a","progress":1,"status":"S"}]}'],
		['{"x":"downloads","downloads":[{"name":"1","infohash":"a","progress":1,"status":"S"}]}'],
		['\ufeff{"downloads":[{"name":"1","infohash":"a","progress":1,"status":"S"}]}'],
		['{"downloads":{}}'],
		['{"downloads":"read apart"}'],
		['{}'],
		['[]'],
		['null'],
	])('or is odd is read as the plain client reads it: %s', async (text) => {
		const { client, say } = await listing();
		const list = new DownloadList();
		for (let time = 0; time < 2; time++) {
			say(text);
			expect(await list.fetch(client, {})).toEqual(await client.listDownloads());
		}
	});

	test('but an error is one', async () => {
		const { client, say } = await listing();
		say('{"downloads":[],"error":{"handled":true,"message":"still loading"}}');
		await expect(new DownloadList().fetch(client, {})).rejects.toThrow(RefusedError);
	});
});

test('two that are fetched at once do not disturb each other', async () => {
	const { client, say } = await listing();
	const list = new DownloadList();
	say(benchAnswer(500));
	const [one, other] = await Promise.all([list.fetch(client, {}), list.fetch(client, {})]);
	expect(one).toEqual(other);
	const last = await list.fetch(client, {});
	expect([one, other]).toContain(last);
});
