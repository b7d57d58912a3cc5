import { describe, expect, test } from 'vitest';
import { MalformedError, RefusedError } from '../../../source/client/http/errors.ts';
import { DownloadList } from '../../../source/client/lists/download-list.ts';
import { benchAnswer } from '../../bench/big-list.ts';
import { listing } from './listing.ts';

describe('deviations of the list', () => {
	const odd = (speed: unknown, name = 'n') => ({
		name,
		infohash: name,
		progress: 0,
		status: 'SEEDING',
		speed_up: speed,
	});

	test('are reported when an item is read, and not again while it is unchanged', async () => {
		const { client, say, mismatches } = await listing();
		const list = new DownloadList();
		const say2 = (one: unknown, other: unknown) =>
			say(JSON.stringify({ downloads: [odd(one, 'a'), odd(other, 'b'), null] }));
		say2('fast', 1);
		await list.fetch(client, {});
		expect(mismatches).toEqual([
			{ path: 'downloads[0].speed_up', problem: 'must be a number, not "fast"', count: 1 },
			{ path: 'downloads[2]', problem: 'must be an object, not null', count: 1 },
		]);
		mismatches.length = 0;
		say2('fast', 'slow');
		await list.fetch(client, {});
		expect(mismatches.filter(({ path }) => path !== 'downloads[2]')).toEqual([
			{ path: 'downloads[1].speed_up', problem: 'must be a number, not "slow"', count: 1 },
		]);
	});

	test('the reader reports mismatches of one kind once, with their number', async () => {
		const { client, say, mismatches } = await listing();
		const many = Array.from({ length: 2_000 }, (_, n) => ({ ...odd('fast', `${n}`), size: `x${n}` }));
		say(JSON.stringify({ downloads: many }));
		await new DownloadList().fetch(client, {});
		expect(mismatches[0]).toEqual({
			path: 'downloads[0].speed_up',
			problem: expect.any(String),
			count: 2_000,
		});
		expect(mismatches[1]).toMatchObject({ path: 'downloads[0].size', count: 1 });
		expect(mismatches.length).toBeLessThanOrEqual(100);
	});
});

describe('a response without a valid list', () => {
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

	test('is malformed if truncated anywhere, and the next one is read correctly', async () => {
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
	])('is read as by the plain client if only parts are odd: %s', async (text) => {
		const { client, say } = await listing();
		const list = new DownloadList();
		for (let time = 0; time < 2; time++) {
			say(text);
			expect(await list.fetch(client, {})).toEqual(await client.listDownloads());
		}
	});

	test.each(['[]', 'null', '7'])('is refused if it is of another kind: %s', async (text) => {
		const { client, say } = await listing();
		say(text);
		await expect(new DownloadList().fetch(client, {})).rejects.toThrow('the answer must be an object');
		await expect(client.listDownloads()).rejects.toThrow('the answer must be an object');
	});

	test('is an error if it contains one', async () => {
		const { client, say } = await listing();
		say('{"downloads":[],"error":{"handled":true,"message":"still loading"}}');
		await expect(new DownloadList().fetch(client, {})).rejects.toThrow(RefusedError);
	});
});

test('a response is valid if it is nested deeply around the list', async () => {
	const { client, say } = await listing();
	const list = new DownloadList();
	for (const loaded of [1, 2]) {
		say(`{"downloads":[],"checkpoints":{"loaded":${loaded},"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`);
		expect((await list.fetch(client, {})).checkpoints?.loaded).toBe(loaded);
	}
});

test('two concurrent requests for the list are independent', async () => {
	const { client, say } = await listing();
	const list = new DownloadList();
	say(benchAnswer(500));
	const [one, other] = await Promise.all([list.fetch(client, {}), list.fetch(client, {})]);
	expect(one).toEqual(other);
	const last = await list.fetch(client, {});
	expect([one, other]).toContain(last);
});
