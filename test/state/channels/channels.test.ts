import { describe, expect, test } from 'vitest';
import type { ChannelTorrent } from '../../../source/protocol/resources/channel.ts';
import { takeDiscovered, takeRemoved } from '../../../source/state/channels/channel-events.ts';
import {
	type ChannelsSlice,
	contentsOf,
	failOwnChannel,
	failTorrents,
	initialChannels,
	knownChannels,
	takeChannelEvent,
	takeListedChannels,
	takeOwnChannel,
	takeTorrents,
} from '../../../source/state/channels/channels.ts';
import type { KnownChannel } from '../../../source/state/channels/known.ts';
import { noOwnRows, takeOwnRows } from '../../../source/state/market/own-rows.ts';

const own = 'AA'.repeat(32);
const other = 'bb'.repeat(32);
const hashOf = (index: number) => index.toString(16).padStart(40, '0');
const torrentOf = (index: number): ChannelTorrent => ({
	id: BigInt(index + 1),
	infohash: hashOf(index),
	name: `Torrent ${index}`,
	trackers: [],
});
const absent = { kind: 'absent', message: 'not there', hint: '' };

const namesOf = (channels: ChannelsSlice, id: string) =>
	contentsOf(channels, id).list.map(({ item }) => item.name);
const listOf = (channels: ChannelsSlice, items: readonly KnownChannel[], at: number) =>
	takeListedChannels(
		channels,
		takeOwnRows(noOwnRows, items, ({ identifier }) => identifier.toLowerCase(), at),
		at,
	);
const discovered = (index: number, id = other) => ({
	infohash: hashOf(index).toUpperCase(),
	name: `Event ${index}`,
	dispersy_cid: id,
});

describe('known channels', () => {
	test('the own one is first, whatever the case of its id', () => {
		const mine = takeOwnChannel(initialChannels, { name: 'Mine', identifier: own }, 1);
		expect(knownChannels(mine).map(({ item }) => [item.name, item.own])).toEqual([['Mine', true]]);
		const listed = listOf(
			mine,
			[
				{ identifier: other, name: 'Other' },
				{ identifier: own.toLowerCase(), name: 'Mine', torrents: 3 },
			],
			2,
		);
		expect(knownChannels(listed).map(({ item }) => [item.name, item.torrents])).toEqual([
			['Mine', 3],
			['Other', undefined],
		]);
	});

	test("'not found' means that the own channel does not exist", () => {
		const mine = takeOwnChannel(initialChannels, { name: 'Mine', identifier: own }, 1);
		const gone = failOwnChannel(mine, { ...absent, kind: 'not-found' }, 2);
		expect(gone.own).toEqual({ at: 2, failure: undefined, overview: undefined });
		const late = failOwnChannel(mine, { ...absent, kind: 'timeout' }, 2);
		expect(late.own.overview?.name).toBe('Mine');
		expect(late.own.failure?.kind).toBe('timeout');
	});

	test('channels of events stay until a list that was requested later', () => {
		const event = { name: 'New', description: 'x'.repeat(9_000), dispersy_cid: other };
		const heard = takeChannelEvent(initialChannels, event, 5);
		expect(knownChannels(heard).map(({ item }) => item.name)).toEqual(['New']);
		expect(knownChannels(heard)[0]?.item.description?.length).toBe(2_000);
		expect(knownChannels(listOf(heard, [], 4)).length).toBe(1);
		expect(knownChannels(listOf(heard, [], 6)).length).toBe(0);
		expect(knownChannels(listOf(heard, [{ identifier: other, name: 'Listed' }], 4)).length).toBe(1);
	});

	test('the oldest channels of events are dropped', () => {
		const ids = Array.from({ length: 1_100 }, (_, index) => hashOf(index));
		const full = ids.reduce(
			(channels, id) => takeChannelEvent(channels, { name: id, dispersy_cid: id }, 1),
			initialChannels,
		);
		expect(full.heard.size).toBe(1_000);
		expect(full.heard.has(hashOf(1_099))).toBe(true);
		expect(full.heard.has(hashOf(0))).toBe(false);
	});
});

describe('torrents of a channel', () => {
	const listed = takeTorrents(initialChannels, other, [torrentOf(0), torrentOf(1)], 10, 9);

	test('events change them at once', () => {
		const added = takeDiscovered(listed, discovered(2), 11);
		expect(namesOf(added, other)).toEqual(['Torrent 0', 'Torrent 1', 'Event 2']);
		const left = takeRemoved(added, { infohash: hashOf(0), dispersy_cid: other.toUpperCase() }, 12);
		expect(namesOf(left, other)).toEqual(['Torrent 1', 'Event 2']);
	});

	test('an answer that is older than an event does not undo it', () => {
		const added = takeDiscovered(listed, discovered(2), 11);
		const left = takeRemoved(added, { infohash: hashOf(0), dispersy_cid: other }, 12);
		const answer = [torrentOf(0), torrentOf(1)];
		expect(namesOf(takeTorrents(left, other, answer, 13, 10), other)).toEqual(['Torrent 1', 'Event 2']);
		expect(namesOf(takeTorrents(left, other, answer, 14, 13), other)).toEqual(['Torrent 0', 'Torrent 1']);
	});

	test('an event does not replace the fields of the list', () => {
		expect(namesOf(takeDiscovered(listed, discovered(1), 11), other)).toEqual(['Torrent 0', 'Torrent 1']);
	});

	test('unchanged rows stay the same objects', () => {
		const again = takeTorrents(listed, other, [torrentOf(0), torrentOf(1)], 20, 19);
		expect(contentsOf(again, other).list).toBe(contentsOf(listed, other).list);
	});

	test('a failure keeps the last list', () => {
		const stale = failTorrents(listed, other, { ...absent, kind: 'timeout' });
		expect(namesOf(stale, other)).toEqual(['Torrent 0', 'Torrent 1']);
	});

	test('events of a service without lists are kept, those of a service with lists only for shown channels', () => {
		const foreign = takeDiscovered(initialChannels, discovered(1), 1);
		expect(namesOf(foreign, other)).toEqual(['Event 1']);
		const ours = listOf(listed, [], 11);
		expect(takeDiscovered(ours, discovered(1, own), 12)).toBe(ours);
		expect(namesOf(takeDiscovered(ours, discovered(3), 12), other)).toContain('Event 3');
	});

	test('the number of torrents is limited, in a channel and in all', () => {
		let channels = failTorrents(initialChannels, other, absent);
		for (let index = 0; index < 5_100; index++) channels = takeDiscovered(channels, discovered(index), index);
		expect(contentsOf(channels, other).list.length).toBe(5_000);
		const many = Array.from({ length: 5_000 }, (_, index) => torrentOf(index));
		for (let index = 0; index < 5; index++) channels = takeTorrents(channels, hashOf(index), many, 1, 0);
		expect(contentsOf(channels, other).list).toEqual([]);
		expect(contentsOf(channels, hashOf(4)).list.length).toBe(5_000);
	});
});
