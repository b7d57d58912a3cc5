import { describe, expect, test } from 'vitest';
import { searchText } from '../../../source/service/channels/channel-search.ts';
import { replaceText } from '../../../source/service/channels/channels.ts';
import { channelLimits } from '../../../source/service/channels/limits.ts';
import { until } from '../../programs/until.ts';
import { content, entry, infohashOf, magnetSource, openTestChannels } from './test-channels.ts';

const other = 'ab'.repeat(32);
const head = new Uint8Array([1, 2, 3]);
const unauthorized = expect.objectContaining({ status: 401 });

describe('a version of another channel', () => {
	test('is stored with its head, and emits its differences', async () => {
		const opened = await openTestChannels();
		const { registry, events } = opened;
		registry.replace(other, content({ torrents: [entry(1), entry(2)], version: 3 }), head);
		expect(events.map(([name]) => name)).toEqual([
			'channel_discovered',
			'torrent_discovered',
			'torrent_discovered',
		]);
		expect(events[1]).toEqual([
			'torrent_discovered',
			{
				infohash: infohashOf(1),
				name: 'torrent 1',
				trackers: [],
				files: [{ name: 'a.mkv', size: 1_000 }],
				dispersy_cid: other,
			},
		]);
		events.length = 0;
		const playlists = [{ id: 4, name: 'list', description: '', torrents: [infohashOf(3)] }];
		// The second torrent has another id, and another name.
		const torrents = [entry(2, { id: 77n, name: 'renamed' }), entry(3)];
		const next = content({ version: 4, torrents, playlists });
		registry.replace(other, next, new Uint8Array([4]));
		expect(events).toMatchObject([
			['torrent_removed_from_channel', { infohash: infohashOf(1), dispersy_cid: other }],
			['torrent_discovered', { infohash: infohashOf(2), name: 'renamed' }],
			['torrent_discovered', { infohash: infohashOf(3) }],
		]);
		const again = opened.reopen();
		expect(again.registry.content(other)).toEqual(next);
		expect(again.registry.head(other)).toEqual(new Uint8Array([4]));
		expect(again.registry.torrents(infohashOf(2))).toEqual([torrents[0]]);
	});

	test('is found by its name of now, and listed in its place', async () => {
		const { registry } = await openTestChannels();
		const middle = 'cd'.repeat(32);
		registry.replace(other, content({ version: 1, name: 'Alpha' }), head);
		registry.replace(middle, content({ version: 1, name: 'Middle' }), head);
		registry.replace(other, content({ version: 2, name: 'Zulu' }), head);
		const found = (word: string) => registry.search([word], 9).channels.map(({ name }) => name);
		expect([found('zulu'), found('alpha')]).toEqual([['Zulu'], []]);
		expect(registry.list().map(({ name }) => name)).toEqual(['Middle', 'Zulu']);
	});

	test('is ignored if it is not newer', async () => {
		const { registry, events } = await openTestChannels();
		registry.replace(other, content({ version: 5 }), head);
		events.length = 0;
		for (const version of [4, 5]) registry.replace(other, content({ version, name: 'Older' }), head);
		expect(registry.content(other)?.name).toBe('Other');
		registry.replace(registry.ownId, content({ version: 9 }), head);
		expect(registry.list()).toHaveLength(1);
		expect(events).toEqual([]);
	});

	test('is refused beyond the limits of a channel', async () => {
		const { registry } = await openTestChannels();
		const torrents = Array.from({ length: channelLimits.torrents + 1 }, (_, number) => entry(number));
		const tooLarge = [{ torrents }, { name: 'x'.repeat(201) }, { description: 'x'.repeat(2_001) }];
		for (const fields of tooLarge)
			expect(() => registry.replace(other, content(fields), head)).toThrow(replaceText.tooLarge);
		expect(registry.list()).toEqual([]);
	});

	test('replaces the least recently updated channels beyond the limits of all', async () => {
		const { registry } = await openTestChannels();
		const id = (number: number) => number.toString(16).padStart(64, '0');
		for (let number = 0; number < channelLimits.otherChannels + 3; number++)
			registry.replace(id(number), content({ updated: 1_000 + number }), head);
		const known = new Set(registry.list().map((channel) => channel.id));
		expect(known.size).toBe(channelLimits.otherChannels);
		expect([0, 1, 2, 3].filter((number) => known.has(id(number)))).toEqual([3]);
	});

	test('displaces only channels of its own source, if that has the most', async () => {
		const { registry, events } = await openTestChannels();
		const id = (number: number) => number.toString(16).padStart(64, '0');
		const honest = [1, 2, 3].map(id);
		for (const each of honest)
			registry.replace(each, content({ torrents: [entry(1)], updated: 1_000 }), head);
		// The last ones come from the unknown channel.
		const sourceOf = (channel: string) => (honest.includes(channel) ? undefined : 'unknown');
		for (let number = 10; number < channelLimits.otherChannels + 12; number++)
			registry.replace(id(number), content({ updated: 2_000, torrents: [entry(number)] }), head, sourceOf);
		const known = new Set(registry.list().map((channel) => channel.id));
		expect(known.size).toBe(channelLimits.otherChannels);
		for (const each of honest) expect(known.has(each)).toBe(true);
		await until(() =>
			events.some(
				([name, payload]) =>
					name === 'torrent_removed_from_channel' && JSON.stringify(payload).includes(id(10)),
			),
		);
	});

	test('does not delay the events of the own channel, however many torrents it has', async () => {
		const { registry, service, events } = await openTestChannels();
		const torrents = Array.from({ length: 1_000 }, (_, number) => entry(number + 10));
		registry.replace(other, content({ torrents }), head);
		service.create('Mine', '');
		registry.own.addTorrent(magnetSource(1));
		const isOwn = ([, payload]: readonly [string, unknown]) =>
			JSON.stringify(payload).includes(registry.ownId);
		await until(() => events.filter(isOwn).length === 2);
		expect(events.length).toBeLessThan(900);
	});

	test('emits its torrents at a limited rate, all of them', async () => {
		const { registry, events } = await openTestChannels();
		const torrents = Array.from({ length: 300 }, (_, number) => entry(number));
		registry.replace(other, content({ torrents }), head);
		expect(events.length).toBeLessThanOrEqual(200);
		await until(() => events.length === 301);
	});
});

test('another channel is dropped with its torrents', async () => {
	const { registry, events } = await openTestChannels();
	registry.replace(other, content({ torrents: [entry(1)] }), head);
	events.length = 0;
	registry.drop(other);
	expect(events).toEqual([
		['torrent_removed_from_channel', { infohash: infohashOf(1), dispersy_cid: other }],
	]);
	expect(registry.list()).toEqual([]);
	expect(registry.torrents(infohashOf(1))).toEqual([]);
});

test('another channel can be read in any case of its id, and not changed', async () => {
	const { registry, service, entries } = await openTestChannels();
	service.create('Mine', '');
	const playlists = [{ id: 1, name: 'list', description: '', torrents: [infohashOf(1)] }];
	registry.replace(other, content({ torrents: [entry(1)], playlists }), head);
	const upper = other.toUpperCase();
	expect(service.torrents(upper, false)).toMatchObject([{ infohash: infohashOf(1), id: entry(1).id }]);
	expect(service.playlists(upper, false)).toMatchObject([{ torrents: [{ id: entry(1).id }] }]);
	const key = { public_key: upper, id: entry(1).id };
	expect(entries.read(key)).toMatchObject({ public_key: other, id: entry(1).id, type: 300 });
	expect(entries.read({ ...key, id: 0n })).toMatchObject({ type: 400, state: 'Complete', torrents: 1 });
	expect(() => service.createPlaylist(other, 'a', '')).toThrow(unauthorized);
	expect(() => service.removeTorrent(upper, infohashOf(1))).toThrow(unauthorized);
	expect(() => entries.change([{ ...key, name: 'x' }])).toThrow(unauthorized);
	expect(() => entries.remove([{ ...key, id: 0n }])).toThrow(unauthorized);
});

test('a discovered torrent is added to the own channel without a source', async () => {
	const { registry, service } = await openTestChannels();
	service.create('Mine', '');
	registry.replace(other, content({ torrents: [entry(1)] }), head);
	service.addTorrent(registry.ownId, infohashOf(1), undefined);
	expect(registry.own.content?.torrents).toMatchObject([{ infohash: infohashOf(1), name: 'torrent 1' }]);
	expect(() => service.addTorrent(registry.ownId, infohashOf(2), undefined)).toThrow(
		expect.objectContaining({ status: 404 }),
	);
});

test('the family filter leaves out adult channels and torrents, but not the own channel', async () => {
	const { registry, service } = await openTestChannels();
	service.create('My XXX', '');
	registry.own.addTorrent(magnetSource(1, 'some.porn.mkv'));
	registry.replace(
		other,
		content({ name: 'Hentai!', torrents: [entry(2), entry(3, { category: 'xxx' })] }),
		head,
	);
	expect(service.list(false)).toMatchObject([{ name: 'My XXX', torrents: 1 }]);
	expect(service.list(true)).toHaveLength(2);
	expect(service.torrents(registry.ownId, false)).toEqual([]);
	expect(service.torrents(registry.ownId, true)).toMatchObject([{ category: 'xxx' }]);
	expect(service.torrents(other, false)).toMatchObject([{ infohash: infohashOf(2) }]);
});

describe('a search', () => {
	test('emits channels and torrents that have all words, each once', async () => {
		const { registry, service, search, events } = await openTestChannels();
		service.create('Linux things', '');
		registry.own.addTorrent(magnetSource(1, 'Debian LINUX 12'));
		const torrents = [entry(2, { name: 'linux debian porn' }), entry(3, { name: 'Straße linux' })];
		registry.replace(other, content({ torrents }), head);
		events.length = 0;
		const heard: unknown[] = [];
		search.onQuery((query, words) => heard.push([query, words]));
		search.start('Linux  deb', false);
		expect(heard).toEqual([['Linux  deb', ['linux', 'deb']]]);
		expect(events).toMatchObject([
			['search_result_torrent', { query: 'Linux  deb', result: { infohash: infohashOf(1) } }],
		]);
		events.length = 0;
		search.start('STRASSE', false);
		search.start('straße', true);
		expect(events).toMatchObject([['search_result_torrent', { result: { id: entry(3).id } }]]);
		events.length = 0;
		const remote = { channel: 'cd'.repeat(32), torrent: entry(3) };
		const matches = { channels: [], torrents: [remote, remote, { channel: other, torrent: entry(3) }] };
		search.found('straße', matches);
		search.found('straße', matches);
		search.found('never asked', matches);
		expect(events).toMatchObject([['search_result_torrent', { result: { dispersy_cid: remote.channel } }]]);
	});

	test('emits a bounded number of results, and is refused without words or too often', async () => {
		const { registry, search, events } = await openTestChannels();
		const torrents = Array.from({ length: 150 }, (_, number) => entry(number));
		registry.replace(other, content({ torrents }), head);
		await until(() => events.length === 151);
		events.length = 0;
		search.start('torrent', false);
		search.found('torrent', { channels: [], torrents: [{ channel: 'cd'.repeat(32), torrent: entry(1) }] });
		expect(events).toHaveLength(100);
		expect(() => search.start(' \t', false)).toThrow(searchText.noWords);
		const often = () => {
			for (let count = 0; count < 1_000; count++) search.start('torrent', false);
		};
		expect(often).toThrow(searchText.tooMany);
	});
});
