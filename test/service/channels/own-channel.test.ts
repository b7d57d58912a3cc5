import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { channelText } from '../../../source/service/channels/channel-text.ts';
import { channelLimits, jsonLength } from '../../../source/service/channels/limits.ts';
import { MAX_CHANGES, metadataText } from '../../../source/service/channels/metadata-entries.ts';
import { entryBytes } from '../../../source/service/channels/torrent-draft.ts';
import {
	fileOf,
	infohashOf,
	limitError,
	magnetSource,
	openOwn,
	openTestChannels,
	torrentSource,
} from './test-channels.ts';

const notFound = expect.objectContaining({ status: 404 });

describe('the own channel', () => {
	test('is 404 before it is created, and 409 afterwards', async () => {
		const { service, registry } = await openTestChannels();
		const { own, ownId } = registry;
		expect(() => service.overview()).toThrow(notFound);
		expect(() => service.change({ name: 'x' })).toThrow(notFound);
		expect(() => own.addTorrent(magnetSource(1))).toThrow(notFound);
		expect(() => service.createPlaylist(ownId, 'a', 'b')).toThrow(notFound);
		expect(registry.content(ownId)).toBeUndefined();
		service.create('Mine', '');
		expect(() => service.create('Mine', '')).toThrow(expect.objectContaining({ status: 409 }));
	});

	test('has a higher version after each change, and calls its listeners', async () => {
		const { registry } = await openOwn();
		const versions: number[] = [];
		registry.onOwnChange(() => versions.push(registry.own.content?.version ?? 0));
		registry.own.addTorrent(magnetSource(1));
		registry.own.change({ name: 'Other' });
		registry.own.createPlaylist('a', 'b');
		expect(versions).toHaveLength(3);
		expect(new Set(versions).size).toBe(3);
		expect([...versions].sort((a, b) => a - b)).toEqual(versions);
	});

	test('is the same after it was opened again, after any changes', async () => {
		const change = fc.record({
			kind: fc.constantFrom('add', 'remove', 'playlist', 'fill', 'empty', 'drop', 'name', 'entry'),
			number: fc.integer({ min: 1, max: 8 }),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(change, { maxLength: 30 }), async (changes) => {
				const opened = await openOwn();
				const { own } = opened.registry;
				for (const { kind, number } of changes) {
					const torrent = own.torrent(infohashOf(number));
					const playlist = own.content?.playlists[number % 2];
					if (kind === 'add') own.addTorrent(torrentSource(number), 'http://feed.example/');
					if (kind === 'name') own.change({ name: `n${number}`, description: `d${number}` });
					if (kind === 'playlist') own.createPlaylist(`p${number}`, '');
					if (kind === 'drop' && playlist) own.removePlaylist(playlist);
					if (!torrent) continue;
					if (kind === 'remove') own.removeTorrents([torrent]);
					if (kind === 'entry') own.changeTorrents([{ ...torrent, name: `e${number}`, status: number }]);
					if (!playlist) continue;
					const isIn = playlist.torrents.includes(torrent.infohash);
					if (kind === 'fill' && !isIn) own.addToPlaylist(playlist, torrent);
					if (kind === 'empty' && isIn) own.removeFromPlaylist(playlist, torrent.infohash);
				}
				const before = own.content;
				const stored = opened.registry.summary(own.id);
				const sizes = [
					...(before?.torrents ?? []).map(entryBytes),
					...(before?.playlists ?? []).map(jsonLength),
				];
				expect(stored?.bytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
				const again = opened.reopen();
				expect(again.registry.own.content).toEqual(before);
				expect(again.registry.list()).toMatchObject([{ torrentCount: before?.torrents.length, isOwn: true }]);
			}),
			{ numRuns: 20 },
		);
	});

	test('keeps texts that a database would cut or change', async () => {
		const opened = await openOwn();
		const { own } = opened.registry;
		own.change({ name: 'a\0b\ud800', description: 'c\0d' });
		own.addTorrent(magnetSource(1, 'x\0linux'));
		own.createPlaylist('p\0q', '\udfff');
		const again = opened.reopen();
		expect(again.registry.own.content).toEqual(own.content);
		expect(again.registry.search(['linux'], 1).torrents).toHaveLength(1);
	});

	test('accepts no more playlists than its limit', async () => {
		const { own } = (await openOwn()).registry;
		for (let count = 0; count < channelLimits.playlists; count++) own.createPlaylist(`${count}`, '');
		expect(() => own.createPlaylist('more', '')).toThrow(limitError);
	});
});

describe('a torrent in the own channel', () => {
	test('has an id that no double has exactly', async () => {
		const { registry } = await openOwn();
		for (let number = 1; number <= 20; number++) registry.own.addTorrent(magnetSource(number));
		const ids = registry.own.content?.torrents.map(({ id }) => id) ?? [];
		expect(new Set(ids).size).toBe(20);
		expect(ids.some((id) => BigInt(Number(id)) !== id)).toBe(true);
		for (const id of ids) expect(id > 0n && id < 2n ** 63n).toBe(true);
	});

	test('is not private', async () => {
		const { registry } = await openOwn();
		const source = torrentSource(1, { private: true, name: 'secret' });
		expect(registry.own.addTorrent(source)).toEqual({ refused: channelText.private('secret') });
		expect(registry.own.content?.torrents).toEqual([]);
	});

	test('is published without trackers that contain secrets', async () => {
		const { registry, events } = await openOwn();
		const open = [
			'udp://tracker.example:1337/announce',
			'http://127.0.0.1:80/announce',
			'http://[2001:db8:1:2:3:4:5:6]/announce.php',
			'http://ahz5kiuokodm2mbf7yo5vogj6ywvbhcqcsrwfxahxpbhv3brjvba.b32.i2p/a',
		];
		const secret = [
			'http://user:password@tracker.example/announce',
			'http://tracker.example/0a1b2c3d4e5f60718293a4b5c6d7e8f9/announce',
			'http://tracker.example/announce?passkey=a1b2c3d4',
			'http://tracker.example/announce;0a1b2c3d4e5f6071',
			'http://tracker.example/0a1b2c3d4e5f6071.php',
			'http://tracker.example/announce%2f0a1b2c3d4e5f6071',
			'http://0a1b2c3d4e5f6071.tracker.example/announce',
			'tracker.example/0a1b2c3d4e5f6071',
		];
		registry.own.addTorrent(magnetSource(1, 'a', [...secret, ...open]));
		expect(registry.own.content?.torrents[0]?.trackers).toEqual(open);
		expect(events.at(-1)).toMatchObject(['torrent_discovered', { trackers: open }]);
	});

	test('has bounded texts, whatever its name and files', async () => {
		const { registry, entries } = await openOwn();
		const names = ['\u202e\u0007'.repeat(500), '😀'.repeat(1_000), '\ud800x', '漢'.repeat(999), ' '];
		names.forEach((name, number) => {
			const files = Array.from({ length: 100 }, () => fileOf(name.repeat(2)));
			const trackers = Array.from(
				{ length: 100 },
				(_, index) => `http://t${index}.example/${'a/'.repeat(90)}`,
			);
			registry.own.addTorrent(torrentSource(number, { name, files, trackers }));
		});
		const torrents = registry.own.content?.torrents ?? [];
		expect(torrents).toHaveLength(names.length);
		for (const torrent of torrents) {
			expect(torrent.name.length).toBeLessThanOrEqual(channelLimits.name);
			expect(Buffer.from(torrent.name).toString()).toBe(torrent.name);
			expect(entryBytes(torrent)).toBeLessThanOrEqual(channelLimits.entryBytes);
		}
		// A name of spaces is no name.
		expect(torrents.at(-1)?.name).toBe(infohashOf(names.length - 1));
		const key = { public_key: registry.ownId, id: torrents[0]?.id ?? 0n };
		const large = { name: '漢'.repeat(115), category: '漢'.repeat(32) };
		const [changed] = entries.change([{ ...key, ...large }]);
		expect(changed).toMatchObject(large);
		const [stored] = registry.own.content?.torrents ?? [];
		expect(stored && entryBytes(stored)).toBeLessThanOrEqual(channelLimits.entryBytes);
		for (const text of ['漢'.repeat(50), 'x'.repeat(51)])
			expect(() => entries.change([{ ...key, category: text }])).toThrow(metadataText.longCategory);
		for (const text of ['漢'.repeat(150), 'x'.repeat(201)])
			expect(() => entries.change([{ ...key, name: text }])).toThrow(channelText.longName);
	});
});

describe('metadata entries', () => {
	test('are changed and removed all or none', async () => {
		const { registry, entries } = await openOwn();
		registry.own.addTorrent(magnetSource(1));
		registry.own.addTorrent(magnetSource(2));
		const keys = registry.own.content?.torrents.map(({ id }) => ({ public_key: registry.ownId, id })) ?? [];
		const before = registry.own.content;
		const unknown = { public_key: registry.ownId, id: 5n };
		const changes = [...keys, unknown].map((key) => ({ ...key, name: 'changed' }));
		expect(() => entries.change(changes)).toThrow(notFound);
		const names = ['a', ''];
		expect(() => entries.change(keys.map((key, index) => ({ ...key, name: names[index] })))).toThrow();
		expect(() => entries.remove([...keys, unknown])).toThrow(notFound);
		expect(registry.own.content).toEqual(before);
		expect(entries.change(keys.map((key) => ({ ...key, name: 'changed' })))).toMatchObject([
			{ name: 'changed' },
			{ name: 'changed' },
		]);
		const [first] = keys;
		const many = Array.from({ length: MAX_CHANGES + 1 }, () => ({
			...first,
			id: first?.id ?? 0n,
			public_key: registry.ownId,
		}));
		expect(() => entries.change(many)).toThrow(metadataText.tooMany);
		expect(() => entries.remove(many)).toThrow(metadataText.tooMany);
		expect(entries.change(many.slice(1))).toHaveLength(MAX_CHANGES);
		expect(entries.remove(keys)).toMatchObject([{ state: 'Deleted' }, { state: 'Deleted' }]);
		expect(registry.own.content?.torrents).toEqual([]);
	});

	test('have the known size of the swarm', async () => {
		const health = { seeders: 7, leechers: 3, checked: 1_700_000_000 };
		const { registry, service, entries } = await openTestChannels(() => health);
		service.create('Mine', '');
		registry.own.addTorrent(magnetSource(1));
		const swarm = { num_seeders: 7, num_leechers: 3, last_tracker_check: 1_700_000_000 };
		const [torrent] = service.torrents(registry.ownId, false);
		expect(torrent).toMatchObject(swarm);
		expect(entries.read({ public_key: registry.ownId, id: torrent?.id ?? 0n })).toMatchObject(swarm);
	});
});
