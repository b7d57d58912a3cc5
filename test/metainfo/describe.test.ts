import { expect, test } from 'vitest';
import { describing } from '../../source/metainfo/describe.ts';
import { bencode, torrentOf, type Value } from './bencoded.ts';
import { hybrid, second } from './second-version.ts';

const secondHash = 'f4481ac87e92cced5ef884c61b33b083cc6c48105731070e5ee0273c13cb2e72';

function describe(bytes: Uint8Array) {
	const steps = describing(bytes);
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}

test('a torrent of version 2 is described by its 64 digits, and its files count with padding', () => {
	const { infohash, infohash2, name, files } = describe(second);
	expect([infohash, infohash2, name]).toEqual([secondHash, secondHash, 't']);
	expect(files.map(({ path, length, padding }, index) => [index, path, length, padding])).toEqual([
		[0, 'a/one', 40_000, false],
		[1, '.pad/9152', 9_152, true],
		[2, 'b', 20_000, false],
		[3, '.pad/12768', 12_768, true],
		[4, 'two', 10, false],
		[5, '.pad/16374', 16_374, true],
	]);
});

test('a hybrid torrent is described by both infohashes', () => {
	const { infohash, infohash2, files } = describe(hybrid);
	expect(infohash).toBe('fe888a672ed4d4c552319a5b2876b712a31270bc');
	expect(infohash2).toBe('e08870988ae98315ee49d7043fd0a091811b0f02fedfc6b0fe25501ff157a7e4');
	expect(files.filter(({ padding }) => !padding).map(({ path }) => path)).toEqual(['a/one', 'b', 'two']);
});

test('a torrent of version 1 has no infohash of version 2', () => {
	expect(describe(torrentOf({ a: 30 })).infohash2).toBeUndefined();
});

const file = { '': { length: 5 } };
const treeOf = (tree: Value, more: { readonly [key: string]: Value } = {}) =>
	bencode({ info: { 'file tree': tree, 'meta version': 2, name: 'x', 'piece length': 16384, ...more } });
let deep: Value = file;
for (let depth = 0; depth < 28; depth++) deep = { a: deep };

test.each([
	['no files', treeOf({}), 'it lists no files'],
	['a name that leaves the folder', treeOf({ '..': file }), "is '..'"],
	['a path in a name', treeOf({ 'a/b': file }), "contains '/'"],
	['a negative length', treeOf({ a: { '': { length: -1 } } }), 'the length of a file is missing'],
	['no length', treeOf({ a: { '': {} } }), 'the length of a file is missing'],
	['a file that is none', treeOf({ a: 5 }), 'its list of files is malformed'],
	[
		'a path without end',
		treeOf({ ['a'.repeat(250)]: { ['b'.repeat(3000)]: file } }),
		'the path of a file is too long',
	],
	['no name', treeOf({ a: file }, { name: '' }), 'it has no name'],
	['pieces without length', treeOf({ a: file }, { 'piece length': 0 }), 'the length of its pieces'],
	['a web page', Buffer.from('<!doctype html>'), 'not a torrent file'],
	['something cut off', second.subarray(0, 100), 'ends too early'],
])('%s is refused', (_, bytes, why) => {
	expect(() => describe(bytes)).toThrow(why);
});

test('folders may contain many files', () => {
	const names = Array.from({ length: 3_000 }, (_, index) => [`f${String(index).padStart(4, '0')}`, file]);
	expect(describe(treeOf(Object.fromEntries(names))).files).toHaveLength(6_000);
	expect(describe(treeOf({ a: deep })).files[0]?.path).toBe(Array(29).fill('a').join('/'));
});
