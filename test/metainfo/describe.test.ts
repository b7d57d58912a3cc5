import { expect, test } from 'vitest';
import { bencodeText } from '../../source/metainfo/bencode.ts';
import { describeInSteps, INVALID_PIECE_LENGTH } from '../../source/metainfo/describe.ts';
import { metainfoText } from '../../source/metainfo/error.ts';
import { filesText } from '../../source/metainfo/files.ts';
import { torrentText } from '../../source/metainfo/metainfo.ts';
import { nameText } from '../../source/metainfo/names.ts';
import { bencode, torrentOf, type Value } from './bencoded.ts';
import { hybrid, second } from './second-version.ts';

const secondHash = 'f4481ac87e92cced5ef884c61b33b083cc6c48105731070e5ee0273c13cb2e72';

function describe(bytes: Uint8Array) {
	const steps = describeInSteps(bytes);
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
	['no files', treeOf({}), filesText.noFiles],
	['a name that leaves the folder', treeOf({ '..': file }), nameText.climbs('..')],
	['a path in a name', treeOf({ 'a/b': file }), nameText.slash],
	['a negative length', treeOf({ a: { '': { length: -1 } } }), filesText.invalidLength],
	['no length', treeOf({ a: { '': {} } }), filesText.invalidLength],
	['a file that is none', treeOf({ a: 5 }), filesText.malformedList],
	['a path without end', treeOf({ ['a'.repeat(250)]: { ['b'.repeat(3000)]: file } }), filesText.longPath],
	['no name', treeOf({ a: file }, { name: '' }), torrentText.noName],
	['pieces without length', treeOf({ a: file }, { 'piece length': 0 }), INVALID_PIECE_LENGTH],
	['a web page', Buffer.from('<!doctype html>'), metainfoText.notTorrent('')],
	['something cut off', second.subarray(0, 100), bencodeText.cutOff],
])('describeInSteps refuses %s', (_, bytes, why) => {
	expect(() => describe(bytes)).toThrow(why);
});

test('describeInSteps accepts folders with many files', () => {
	const names = Array.from({ length: 3_000 }, (_, index) => [`f${String(index).padStart(4, '0')}`, file]);
	expect(describe(treeOf(Object.fromEntries(names))).files).toHaveLength(6_000);
	expect(describe(treeOf({ a: deep })).files[0]?.path).toBe(Array(29).fill('a').join('/'));
});
