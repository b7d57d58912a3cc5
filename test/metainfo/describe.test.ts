import { expect, test } from 'vitest';
import { describing } from '../../source/metainfo/describe.ts';
import { bencode, torrentOf, type Value } from './bencoded.ts';

/** Made by libtorrent 2.0.8 of the files a/one (40,000 bytes), b (20,000) and two (10), pieces of 16 KiB. */
const second = Buffer.from(
	[
		'ZDEzOmNyZWF0aW9uIGRhdGVpMTc5NTM1NTE4MmU0OmluZm9kOTpmaWxlIHRyZWVkMTphZDM6b25lZDA6ZDY6bGVuZ3RoaTQwMDAw',
		'ZTExOnBpZWNlcyByb290MzI68YDpe0pmABUQH/vRP5q+d8PWxHjGAuH68LeHnj7Oi+dlZWUxOmJkMDpkNjpsZW5ndGhpMjAwMDBl',
		'MTE6cGllY2VzIHJvb3QzMjp5HDJJ08NGURH7v3pfcZYjfAJ4Fa6npMD0lrRxO1v4DmVlMzp0d29kMDpkNjpsZW5ndGhpMTBlMTE6',
		'cGllY2VzIHJvb3QzMjplpAY0CesET7Fw94cysMsWyFyShpHUuSSVWNn0GZ44HGVlZTEyOm1ldGEgdmVyc2lvbmkyZTQ6bmFtZTE6',
		'dDEyOnBpZWNlIGxlbmd0aGkxNjM4NGVlMTI6cGllY2UgbGF5ZXJzZDMyOnkcMknTw0ZREfu/el9xliN8AngVrqekwPSWtHE7W/gO',
		'NjQ6o4ae/tdtYOSIojPY4xy/bCxMlp67AfwtGxmRUy9dHTcOWOOiuYsagknrKSS163M2hvuzLqbD7tbFBBYjL+uVEDMyOvGA6XtK',
		'ZgAVEB/70T+avnfD1sR4xgLh+vC3h54+zovnOTY6WCC5ZFoGxYxbQLx7IXUbZH9XdXnKqrcsKyBunQfeUgQZdHkoItmdPq8DxN+0',
		'MspGJZhivn26cGVOhk1mlFf7ddZ9KEzfuhGNkB5DK22SCu3RF6uPn/I27EJSLCJtPFJeZWU=',
	].join(''),
	'base64',
);
const hybrid = Buffer.from(
	[
		'ZDEzOmNyZWF0aW9uIGRhdGVpMTc5NTM1NTE4MmU0OmluZm9kOTpmaWxlIHRyZWVkMTphZDM6b25lZDA6ZDY6bGVuZ3RoaTQwMDAw',
		'ZTExOnBpZWNlcyByb290MzI68YDpe0pmABUQH/vRP5q+d8PWxHjGAuH68LeHnj7Oi+dlZWUxOmJkMDpkNjpsZW5ndGhpMjAwMDBl',
		'MTE6cGllY2VzIHJvb3QzMjp5HDJJ08NGURH7v3pfcZYjfAJ4Fa6npMD0lrRxO1v4DmVlMzp0d29kMDpkNjpsZW5ndGhpMTBlMTE6',
		'cGllY2VzIHJvb3QzMjplpAY0CesET7Fw94cysMsWyFyShpHUuSSVWNn0GZ44HGVlZTU6ZmlsZXNsZDY6bGVuZ3RoaTQwMDAwZTQ6',
		'cGF0aGwxOmEzOm9uZWVlZDQ6YXR0cjE6cDY6bGVuZ3RoaTkxNTJlNDpwYXRobDQ6LnBhZDQ6OTE1MmVlZDY6bGVuZ3RoaTIwMDAw',
		'ZTQ6cGF0aGwxOmJlZWQ0OmF0dHIxOnA2Omxlbmd0aGkxMjc2OGU0OnBhdGhsNDoucGFkNToxMjc2OGVlZDY6bGVuZ3RoaTEwZTQ6',
		'cGF0aGwzOnR3b2VlZDQ6YXR0cjE6cDY6bGVuZ3RoaTE2Mzc0ZTQ6cGF0aGw0Oi5wYWQ1OjE2Mzc0ZWVlMTI6bWV0YSB2ZXJzaW9u',
		'aTJlNDpuYW1lMTp0MTI6cGllY2UgbGVuZ3RoaTE2Mzg0ZTY6cGllY2VzMTIwOs7uz+BU2rBIuwpaVfI5eoG2Z51pR5WZOsAlfqrB',
		'0a4PfVN1MvLNHFhL0e1H91/RqPIdUboyCQ7PU4KX4gQDXxhjMgeatPANS8JFt+QaxNZWIMtMbcTOaKx9d0cwJ+SnhG2lu6+M22ph',
		'Rkr5vTYrFCCkDYyXr5pFoGUxMjpwaWVjZSBsYXllcnNkMzI6eRwySdPDRlER+796X3GWI3wCeBWup6TA9Ja0cTtb+A42NDqjhp7+',
		'121g5IiiM9jjHL9sLEyWnrsB/C0bGZFTL10dNw5Y46K5ixqCSespJLXrczaG+7MupsPu1sUEFiMv65UQMzI68YDpe0pmABUQH/vR',
		'P5q+d8PWxHjGAuH68LeHnj7Oi+c5NjpYILlkWgbFjFtAvHshdRtkf1d1ecqqtywrIG6dB95SBBl0eSgi2Z0+rwPE37QyykYlmGK+',
		'fbpwZU6GTWaUV/t11n0oTN+6EY2QHkMrbZIK7dEXq4+f8jbsQlIsIm08Ul5lZQ==',
	].join(''),
	'base64',
);
const secondHash = 'f4481ac87e92cced5ef884c61b33b083cc6c48105731070e5ee0273c13cb2e72';

function describe(bytes: Uint8Array) {
	const steps = describing(bytes);
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}

test('a torrent of version 2 alone is described by its 64 digits, its files counted with filler', () => {
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

test('folders may hold many files', () => {
	const names = Array.from({ length: 3_000 }, (_, index) => [`f${String(index).padStart(4, '0')}`, file]);
	expect(describe(treeOf(Object.fromEntries(names))).files).toHaveLength(6_000);
	expect(describe(treeOf({ a: deep })).files[0]?.path).toBe(Array(29).fill('a').join('/'));
});
