import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bencodeText } from '../../source/metainfo/bencode.ts';
import { MetainfoError, metainfoText } from '../../source/metainfo/error.ts';
import { filesText } from '../../source/metainfo/files.ts';
import { parseTorrent, torrentText } from '../../source/metainfo/metainfo.ts';
import { nameText } from '../../source/metainfo/names.ts';
import { torrentFromInfo } from '../../source/metainfo/torrent-file.ts';
import { runs } from '../runs.ts';
import { bencode, singleFile, torrentOf, type Value } from './bencoded.ts';
import { hostileFiles } from './hostile-files.ts';

describe('parseTorrent', () => {
	test('reads several files', () => {
		const metainfo = parseTorrent(
			torrentOf(
				{ 'a.txt': 10, 'sub/b.txt': 20000, 'sub/empty': 0 },
				{ private: 1 },
				{ comment: 'hello', 'created by': 'a test', 'creation date': 1700000000 },
			),
		);
		expect(metainfo).toMatchObject({
			name: 'root',
			pieceLength: 16384,
			pieceCount: 2,
			length: 20010,
			private: true,
			isSingleFile: false,
			trackers: ['http://tracker.invalid/announce'],
			comment: 'hello',
			createdBy: 'a test',
			createdAt: 1700000000,
			files: [
				{ path: 'a.txt', length: 10, offset: 0, diskPath: 'root/a.txt', padding: false },
				{ path: 'sub/b.txt', length: 20000, offset: 10, diskPath: 'root/sub/b.txt' },
				{ path: 'sub/empty', length: 0, offset: 20010 },
			],
		});
	});

	test('reads a single file', () => {
		expect(parseTorrent(singleFile(5))).toMatchObject({
			name: 'file.bin',
			isSingleFile: true,
			files: [{ path: 'file.bin', diskPath: 'file.bin', length: 5 }],
		});
	});

	test('hashes the info dictionary as it is written, in any order', () => {
		const info = {
			pieces: Buffer.alloc(20),
			name: 'x',
			'piece length': 16384,
			length: 3,
			zzz: [{ deep: 'e' }],
		};
		const bytes = bencode({ zero: 1, info, announce: 'udp://t.invalid:1' });
		expect(parseTorrent(bytes).infohash).toBe(createHash('sha1').update(bencode(info)).digest('hex'));
	});

	test('flattens tiers of trackers without duplicates, and drops invalid URLs', () => {
		const tiers = [
			['http://a.invalid/announce', 'udp://b.invalid:80'],
			['http://a.invalid/announce', 'javascript:alert(1)', 'nonsense', 'wss://c.invalid'],
		];
		const { trackers } = parseTorrent(torrentOf({ a: 1 }, {}, { 'announce-list': tiers }));
		expect(trackers).toEqual(['http://a.invalid/announce', 'udp://b.invalid:80', 'wss://c.invalid']);
	});

	test('prefers UTF-8 names and decodes others as well as possible', () => {
		const path = [Buffer.from([0x96, 0x7b])];
		const files: Value[] = [
			{ length: 1, path },
			{ length: 1, path: ['old'], 'path.utf-8': ['日本', '語'] },
		];
		const read = (more: { [key: string]: Value }) =>
			parseTorrent(torrentOf({ a: 2 }, { files, ...more }, { encoding: 'Shift_JIS' }));
		expect(read({ 'name.utf-8': 'ünï' })).toMatchObject({
			name: 'ünï',
			files: [{ path: '本' }, { path: '日本/語' }],
		});
		const unknown = torrentOf(
			{ a: 1 },
			{ name: Buffer.from([0x63, 0x61, 0x66, 0xe9]) },
			{ encoding: 'klingon' },
		);
		expect(parseTorrent(unknown).name).toBe('café');
	});

	test('shortens names that are too long for a disk, and keeps them distinct', () => {
		const long = '語'.repeat(200);
		const { files } = parseTorrent(torrentOf({ [`${long}1.mkv`]: 1, [`${long}2.mkv`]: 1 }));
		const names = files.map((file) => file.diskPath.split('/')[1] ?? '');
		expect(new Set(names).size).toBe(2);
		for (const name of names) {
			expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
			expect(name).toMatch(/^語+~[0-9a-f]{8}\.mkv$/);
		}
		expect(files[0]?.path).toBe(`${long}1.mkv`);
	});

	test('reads usual entries of the list of files as it reads others', () => {
		const paths = [['a'], ['b', 'c.txt'], ['..x', '.y'], ['ünï'], ['z'.repeat(300)], Array(11).fill('n')];
		const lengths = [0, 7, 1, 2, 3, 4];
		const files = paths.map((path, at) => ({ length: lengths[at] ?? 0, path }));
		const read = (entries: Value[]) => parseTorrent(torrentOf({ a: 17 }, { files: entries })).files;
		expect(read(files)).toEqual(read(files.map((file) => ({ ...file, sha1: 'x' }))));
		expect(read(files)).toEqual(read(files.map(({ length, path }) => ({ path, length }))));
		for (const name of ['', '.', '..', 'a/b', 'a\0b', '\x80']) {
			const entry = { length: 17, path: ['folder', name] };
			const result = (more: object) => {
				try {
					return read([{ ...entry, ...more }]);
				} catch (error) {
					return error;
				}
			};
			expect(result({})).toEqual(result({ sha1: 'x' }));
		}
	});

	test('marks padding, which may repeat', () => {
		const files: Value[] = [
			{ length: 10, path: ['a'] },
			{ attr: 'p', length: 5, path: ['.pad', '5'] },
			{ length: 10, path: ['b'] },
			{ attr: 'xp', length: 5, path: ['.pad', '5'] },
		];
		expect(parseTorrent(torrentOf({ a: 30 }, { files })).files.map((file) => file.padding)).toEqual([
			false,
			true,
			false,
			true,
		]);
	});
});

describe('parseTorrent refuses', () => {
	const path = (...components: string[]) => torrentOf({ a: 1 }, { files: [{ length: 1, path: components }] });
	const cases: [string, Buffer, string][] = [
		['nothing', Buffer.alloc(0), torrentText.empty],
		['a web page', Buffer.from('<!doctype html>'), metainfoText.notTorrent('')],
		['a list', bencode(['a']), torrentText.otherBeginning],
		['something cut off', singleFile(5).subarray(0, 40), bencodeText.cutOff],
		['without info', bencode({ announce: 'x' }), torrentText.noInfo],
		['too much nesting', Buffer.from(`d4:info${'l'.repeat(100_000)}`), bencodeText.tooDeep],
		['a number that is none', Buffer.from('d4:infod6:lengthi--1eee'), bencodeText.malformedNumber],
		['a key twice', Buffer.from('d4:infod1:ai1e1:ai1eee'), bencodeText.keyTwice('a')],
		[
			'version 2 alone',
			bencode({ info: { 'file tree': {}, 'meta version': 2, name: 'x', 'piece length': 16384 } }),
			torrentText.secondVersion,
		],
		['no pieces', singleFile(5, { pieces: '' }), torrentText.noHashes],
		['hashes cut off', singleFile(5, { pieces: 'x' }), torrentText.hashesCutOff],
		['no name', singleFile(5, { name: 1 }), torrentText.noName],
		['pieces too short', singleFile(5, { 'piece length': 1 }), torrentText.pieceLength],
		['pieces too long', singleFile(5, { 'piece length': 2 ** 40 }), torrentText.pieceLength],
		['a negative length', singleFile(5, { length: -5 }), filesText.invalidLength],
		['an absurd length', singleFile(5, { length: Buffer.from('5') }), filesText.invalidLength],
		['fewer pieces than data', singleFile(5, { length: 16385 }), torrentText.otherPieceCount],
		['more pieces than data', singleFile(16385, { length: 5 }), torrentText.otherPieceCount],
		['no data', singleFile(1, { length: 0 }), filesText.noData],
		['no files', torrentOf({ a: 1 }, { files: [] }), filesText.noFiles],
		[
			'lengths beyond counting',
			torrentOf({ a: 2 ** 53 - 1, b: 2 ** 53 - 1 }, { pieces: Buffer.alloc(20) }),
			filesText.tooLarge,
		],
		['a name that climbs', singleFile(5, { name: '..' }), nameText.climbs('..')],
		['a path that climbs', path('..', 'x'), nameText.climbs('..')],
		['a path with a slash', path('a/../../b'), nameText.slash],
		['a path with a zero', path('a\0b'), nameText.zero],
		['an empty component', path('a', ''), nameText.empty],
		['an empty path', path(), filesText.noPath],
		['a path without end', path(...Array<string>(100).fill('a')), filesText.longPath],
		[
			'the same file twice',
			torrentOf(
				{ a: 2 },
				{
					files: [
						{ length: 1, path: ['a'] },
						{ length: 1, path: ['a'] },
					],
				},
			),
			filesText.fileTwice('a'),
		],
		['a file that is a folder', torrentOf({ 'a/b': 1, a: 1 }), filesText.fileAndFolder('a')],
		['a folder that is a file', torrentOf({ a: 1, 'a/b/c': 1 }), filesText.belowFile('a/b/c')],
		['too many bytes', Buffer.alloc(17 * 1024 * 1024), torrentText.tooLarge],
	];
	test.each(cases)('%s', (_name, bytes, reason) => {
		expect(() => parseTorrent(bytes)).toThrow(MetainfoError);
		expect(() => parseTorrent(bytes)).toThrow(reason);
	});
});

test('parseTorrent reads or refuses any mutated torrent, with valid numbers', () => {
	const original = torrentOf({ 'a.txt': 40_000, 'sub/b.txt': 20_000, c: 0 });
	const change = fc.record({
		at: fc.nat(original.length),
		cut: fc.nat(6),
		put: fc.uint8Array({ maxLength: 6 }),
	});
	fc.assert(
		fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
			let bytes = original;
			for (const { at, cut, put } of changes) {
				bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)]);
			}
			let metainfo: ReturnType<typeof parseTorrent>;
			try {
				metainfo = parseTorrent(bytes);
			} catch (error) {
				if (!(error instanceof MetainfoError)) throw error;
				return;
			}
			expect(Math.ceil(metainfo.length / metainfo.pieceLength)).toBe(metainfo.pieceCount);
			expect(metainfo.files.reduce((sum, file) => sum + file.length, 0)).toBe(metainfo.length);
			for (const component of metainfo.files.flatMap((file) => file.diskPath.split('/'))) {
				expect(component).not.toMatch(/^$|^\.\.?$|[/\0]/);
			}
		}),
		{ numRuns: runs(625) },
	);
});

test('parseTorrent reads each byte of a hostile file a few times at most', () => {
	for (const bytes of hostileFiles(64 * 1024)) {
		let reads = 0;
		const counting = new Proxy(bytes, {
			get(target, key) {
				if (typeof key === 'string' && /^\d/.test(key)) reads++;
				const value: unknown = Reflect.get(target, key, target);
				return typeof value === 'function' ? value.bind(target) : value;
			},
		});
		expect(() => parseTorrent(counting)).toThrow(MetainfoError);
		expect(reads).toBeGreaterThan(0);
		expect(reads).toBeLessThan(12 * bytes.length);
	}
});

test('torrentFromInfo keeps the infohash of an info dictionary', () => {
	const metainfo = parseTorrent(torrentOf({ a: 5, 'b/c': 7 }));
	const trackers = ['http://a.invalid/x', 'udp://b.invalid:1'];
	expect(parseTorrent(torrentFromInfo(metainfo.info, trackers))).toMatchObject({
		infohash: metainfo.infohash,
		trackers,
	});
	expect(parseTorrent(torrentFromInfo(metainfo.info, []))).toMatchObject({
		infohash: metainfo.infohash,
		trackers: [],
		webSeeds: [],
	});
	const webSeeds = ['http://a.invalid/files/', 'https://b.invalid/x'];
	expect(parseTorrent(torrentFromInfo(metainfo.info, trackers, webSeeds))).toMatchObject({
		trackers,
		webSeeds,
	});
});

test('parseTorrent reads web seeds from one URL or a list, without duplicates and unusable ones', () => {
	const { info } = parseTorrent(torrentOf({ a: 5 }));
	const withUrlList = (value: string) =>
		parseTorrent(Buffer.concat([Buffer.from('d4:info'), info, Buffer.from(`8:url-list${value}e`)])).webSeeds;
	const text = (url: string) => `${url.length}:${url}`;
	expect(withUrlList(text('http://a.invalid/x'))).toEqual(['http://a.invalid/x']);
	const urls = [
		'http://a.invalid/x',
		'http://a.invalid/x',
		'file:///etc/passwd',
		'not a URL',
		'',
		'ftp://c.invalid/x',
		`http://a.invalid/${'x'.repeat(2048)}`,
		' https://b.invalid/ ',
	];
	expect(withUrlList(`l${urls.map(text).join('')}i5elee`)).toEqual([
		'http://a.invalid/x',
		'ftp://c.invalid/x',
		'https://b.invalid/',
	]);
	const many = Array.from({ length: 60 }, (_, at) => text(`http://a.invalid/${at}`));
	expect(withUrlList(`l${many.join('')}e`)).toHaveLength(50);
	expect(withUrlList('i5e')).toEqual([]);
	expect(withUrlList('de')).toEqual([]);
});
