import { expect, test } from 'vitest';
import {
	beginSearch,
	type FoundItem,
	foundChannel,
	foundTorrent,
	noSearch,
	type SearchSlice,
	takeFound,
} from '../../../source/state/channels/search.ts';

const item = (result: unknown): FoundItem => {
	const found = foundTorrent(result) ?? foundChannel(result);
	if (!found) throw new Error('it is no result');
	return found;
};
const torrent = (name: string) => item({ infohash: 'a'.repeat(40), name, dispersy_cid: name });
const namesOf = ({ list }: SearchSlice) =>
	list.map(({ item: found }) => (found.kind === 'torrent' ? found.torrent : found.channel).name);

test('results of the current search are listed once each', () => {
	const begun = beginSearch(noSearch, ' Two  words ', 1);
	const found = ['a', 'b', 'a'].reduce(
		(search, name) => takeFound(search, 'two words', torrent(name), 2),
		begun,
	);
	expect(namesOf(found)).toEqual(['a', 'b']);
	expect(namesOf(takeFound(found, undefined, torrent('c'), 3))).toEqual(['a', 'b', 'c']);
});

test('late results of an earlier search are ignored', () => {
	const second = beginSearch(beginSearch(noSearch, 'first', 1), 'second', 2);
	expect(takeFound(second, 'First', torrent('a'), 3)).toBe(second);
	const first = beginSearch(second, 'first', 4);
	expect(namesOf(takeFound(first, 'first', torrent('a'), 5))).toEqual(['a']);
	expect(takeFound(first, 'second', torrent('a'), 5)).toBe(first);
});

test('results of a search of another program replace the last one', () => {
	const begun = takeFound(beginSearch(noSearch, 'mine', 1), 'mine', torrent('a'), 2);
	const others = takeFound(begun, 'theirs', torrent('b'), 3);
	expect(others.query).toBe('theirs');
	expect(namesOf(others)).toEqual(['b']);
});

test('results are read from every shape, with limits', () => {
	expect(foundTorrent({ name: 'no infohash' })).toBeUndefined();
	expect(foundTorrent('text')).toBeUndefined();
	expect(foundChannel(null)).toBeUndefined();
	expect(foundChannel({ dispersy_cid: 'b'.repeat(40), name: 'n'.repeat(9_000), torrents: 3 })).toMatchObject({
		kind: 'channel',
		channel: { identifier: 'b'.repeat(40), name: 'n'.repeat(500), torrents: 3 },
	});
	const long = foundTorrent({
		infohash: 'c'.repeat(40),
		name: 'x',
		trackers: ['udp://a.example:1', 'u'.repeat(9_000)],
		num_seeders: 4,
	});
	expect(long).toMatchObject({ torrent: { trackers: ['udp://a.example:1'], num_seeders: 4 } });
});

test('the number of results is limited', () => {
	const names = Array.from({ length: 1_100 }, (_, index) => String(index));
	const found = names.reduce(
		(search, name) => takeFound(search, 'q', torrent(name), 2),
		beginSearch(noSearch, 'q', 1),
	);
	expect(found.list.length).toBe(1_000);
});
