import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bitfieldOf, setPiece } from '../../../source/metainfo/layout.ts';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { planCheck } from '../../../source/service/engine/webtorrent/disk/check-plan.ts';
import { DataFolder } from '../../../source/service/engine/webtorrent/disk/data-folder.ts';
import {
	diskError,
	diskText,
	missingText,
} from '../../../source/service/engine/webtorrent/disk/disk-error.ts';
import { DiskWorkers } from '../../../source/service/engine/webtorrent/disk/disk-workers.ts';
import { FilePool } from '../../../source/service/engine/webtorrent/disk/file-pool.ts';
import { fileWatchText } from '../../../source/service/engine/webtorrent/disk/file-watch.ts';
import { ReadAhead, releaseBlock } from '../../../source/service/engine/webtorrent/disk/read-ahead.ts';
import { FileStore, WrongPieceError } from '../../../source/service/engine/webtorrent/disk/store.ts';
import { ArrivingPieces } from '../../../source/service/engine/webtorrent/pieces/arriving-pieces.ts';
import { availability } from '../../../source/service/engine/webtorrent/pieces/availability.ts';
import { SelectionProgress } from '../../../source/service/engine/webtorrent/pieces/selection.ts';
import { parseSearch } from '../../../source/service/engine/webtorrent/sources/local-discovery.ts';
import { announceFailure } from '../../../source/service/engine/webtorrent/sources/trackers/tracker-error.ts';
import { PathGuard } from '../../../source/service/storage/path-guard.ts';
import { torrentOf } from '../../metainfo/bencoded.ts';
import { nothingProtected } from '../../programs/seeder.ts';
import { folder, noise, permitted, sample, sha1 } from './lab.ts';

/** A destination without any protected path. */
const dataIn = (root: string) => new DataFolder(root, new PathGuard(nothingProtected));

/** Reads a block ahead. */
function readBlock(
	ahead: ReadAhead,
	index: number,
	size: number,
	offset: number,
	length: number,
): Promise<Uint8Array> {
	return new Promise((resolve, reject) => {
		ahead.get(index, size, offset, length, (error, data) =>
			data ? resolve(data) : reject(error ?? new Error('neither data nor an error')),
		);
	});
}

describe('reading ahead', () => {
	test('returns every block unchanged, reads each part once, and again after a failure', async () => {
		const piece = noise(1_000_000, 5);
		let reads = 0;
		let broken = true;
		const ahead = new ReadAhead(async (_index, offset, data) => {
			reads++;
			if (broken) throw new Error('the disk is gone');
			data.set(piece.subarray(offset, offset + data.length));
		});
		const [first, second] = [0, 16_384].map((at) => readBlock(ahead, 3, piece.length, at, 16_384));
		await expect(first).rejects.toThrow('the disk is gone');
		await expect(second).rejects.toThrow('the disk is gone');
		expect(reads).toBe(1);
		broken = false;
		reads = 0;
		const blocks: Promise<Uint8Array>[] = [];
		for (let at = 0; at < piece.length; at += 16_384)
			blocks.push(readBlock(ahead, 3, piece.length, at, Math.min(16_384, piece.length - at)));
		expect(Buffer.concat(await Promise.all(blocks)).equals(piece)).toBe(true);
		expect(reads).toBe(4);
		// Across two of the parts that are read at once.
		await expect(readBlock(ahead, 3, piece.length, 262_000, 300)).resolves.toEqual(
			piece.subarray(262_000, 262_300),
		);
		ahead.clear();
		await readBlock(ahead, 3, piece.length, 0, 100);
		expect(reads).toBe(6);
	});
});

test('ReadAhead reuses the memory of a released block, but not of one in use', async () => {
	const ahead = new ReadAhead(async (index, _offset, data) => void data.fill(index));
	const [used, released] = [
		await readBlock(ahead, 1, 50_000, 0, 100),
		await readBlock(ahead, 2, 50_000, 0, 100),
	];
	const again = await readBlock(ahead, 2, 50_000, 100, 100);
	releaseBlock(released);
	ahead.clear();
	expect((await readBlock(ahead, 3, 50_000, 0, 100)).buffer).not.toBe(again.buffer);
	expect(again.every((byte) => byte === 2)).toBe(true);
	releaseBlock(again);
	expect((await readBlock(ahead, 4, 50_000, 0, 100)).buffer).toBe(released.buffer);
	expect(used.every((byte) => byte === 1)).toBe(true);
});

describe('the pool of open files', () => {
	test('never has more open than its limit, and serves all waiting callers', async () => {
		const root = folder();
		const data = dataIn(root);
		const pool = new FilePool(4);
		let most = 0;
		const paths = Array.from({ length: 200 }, (_, at) => join(root, `folder-${at % 7}`, `file-${at % 20}`));
		for (const path of new Set(paths)) await (await data.open(path, 'create')).close();
		const work = paths.map((path, at) =>
			pool.use(data, path, 'write', async (handle) => {
				most = Math.max(most, pool.size);
				await handle.write(Buffer.of(at), 0, 1, at);
			}),
		);
		await Promise.all(work);
		expect(most).toBeLessThanOrEqual(4);
		expect(pool.size).toBeLessThanOrEqual(4);
		expect(readdirSync(root)).toHaveLength(7);
		await pool.release(data, paths);
		expect(pool.size).toBe(0);
	});

	test('creates no file, and recovers from a failure', async () => {
		const root = folder();
		const data = dataIn(root);
		const pool = new FilePool(1);
		const read = () => pool.use(data, join(root, 'x'), 'read', (handle) => handle.readFile('utf8'));
		await expect(read()).rejects.toThrow('ENOENT');
		const write = () => pool.use(data, join(root, 'folder', 'x'), 'write', async () => {});
		await expect(write()).rejects.toThrow('ENOENT');
		expect(readdirSync(root)).toEqual([]);
		expect(pool.size).toBe(0);
		writeFileSync(join(root, 'x'), 'now');
		await expect(read()).resolves.toBe('now');
		await pool.release(data, [join(root, 'x')]);
	});

	test('waits for current users of a file before it releases it', async () => {
		const root = folder();
		const [data, path] = [dataIn(root), join(root, 'x')];
		writeFileSync(path, '');
		const pool = new FilePool(2);
		const order: string[] = [];
		let begin = (): void => {};
		let finish = (): void => {};
		const begun = new Promise<void>((resolve) => {
			begin = resolve;
		});
		const writing = pool.use(data, path, 'write', async (handle) => {
			begin();
			await new Promise<void>((resolve) => {
				finish = resolve;
			});
			await handle.write('late');
			order.push('written');
		});
		await begun;
		const released = pool.release(data, [path]).then(() => order.push('released'));
		finish();
		await Promise.all([writing, released]);
		expect(order).toEqual(['written', 'released']);
		expect(pool.size).toBe(0);
	});
});

describe('the store', () => {
	const first = Buffer.concat([noise(10_000, 1), Buffer.alloc(6384)]);
	const second = noise(16_384, 2);
	const metainfo = parseTorrent(
		torrentOf(
			{ x: 40_000 },
			{
				files: [
					{ length: 10_000, path: ['a'] },
					{ attr: 'p', length: 6384, path: ['.pad', '6384'] },
					{ length: 23_616, path: ['b'] },
				],
				pieces: Buffer.concat([first, second, noise(7232, 3)].map((data) => Buffer.from(sha1(data), 'hex'))),
			},
		),
	);

	test('writes and reads across files, and keeps padding off the disk', async () => {
		const root = folder();
		const store = new FileStore(metainfo, dataIn(root), new FilePool(8), permitted);
		await put(store, 0, first);
		await put(store, 1, second);
		expect(Buffer.from(await store.read(0)).equals(first)).toBe(true);
		expect(Buffer.from(await store.read(1)).equals(second)).toBe(true);
		expect(readdirSync(join(root, 'root')).sort()).toEqual(['a', 'b']);
		const cause = missingText.cause(fileWatchText.shorter);
		await expect(store.read(2)).rejects.toThrow(diskText('read', join(root, 'root', 'b'), cause));
		await store.end();
	});

	test('returns no more than a piece has, for any request', async () => {
		const store = new FileStore(metainfo, dataIn(folder()), new FilePool(8), permitted);
		await put(store, 0, first);
		const get = (index: number, offset: number, length: number) =>
			new Promise((resolve, reject) =>
				store.get(index, { offset, length }, (error, data) =>
					error ? reject(error) : resolve(data?.length),
				),
			);
		await expect(get(0, 16_000, 384)).resolves.toBe(384);
		await expect(get(0, 16_000, 385)).rejects.toThrow('no 385 bytes');
		await expect(get(3, 0, 1)).rejects.toThrow('no 1 bytes');
		await expect(get(2 ** 32, 0, 1)).rejects.toThrow('no 1 bytes');
		await store.end();
	});

	test('verifies pieces, and writes no byte of a wrong one', async () => {
		const root = folder();
		const store = new FileStore(metainfo, dataIn(root), new FilePool(8), permitted);
		await put(store, 1, second);
		await expect(put(store, 1, noise(16_384, 4))).rejects.toBeInstanceOf(WrongPieceError);
		expect(Buffer.from(await store.read(1)).equals(second)).toBe(true);
		await store.end();
	});

	test('names the file that cannot be written, and why', async () => {
		const root = folder();
		mkdirSync(join(root, 'root', 'b'), { recursive: true });
		const store = new FileStore(metainfo, dataIn(root), new FilePool(8), permitted);
		await put(store, 0, first);
		await expect(put(store, 1, second)).rejects.toThrow(/^cannot write .*b: a folder is in its place$/);
		await store.end();
	});

	test('writes no byte after it was closed', async () => {
		const root = folder();
		const store = new FileStore(metainfo, dataIn(root), new FilePool(8), permitted);
		await store.end();
		await expect(put(store, 0, first)).rejects.toThrow('stopped');
		expect(readdirSync(root)).toEqual([]);
	});

	function put(store: FileStore, index: number, data: Buffer): Promise<void> {
		return new Promise((resolve, reject) =>
			store.put(index, data, (error) => (error ? reject(error) : resolve())),
		);
	}
});

test('the plan of a check reads no missing file, and samples claimed pieces', async () => {
	const { metainfo, seedFolder } = await sample(
		Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at}`, 70_000])),
	);
	const full = bitfieldOf(metainfo.pieceCount, true);
	const workers = new DiskWorkers(new URL('../../../dist/disk-worker.js', import.meta.url));
	const plan = (destination: string, claimed?: Uint8Array) =>
		planCheck(
			metainfo,
			dataIn(destination),
			{ recorded: undefined, claimed, isOwn: () => true },
			metainfo.files,
			workers,
		);
	expect(await plan(folder())).toMatchObject({ sample: [], hash: [] });
	expect(await plan(folder(), full)).toMatchObject({
		sample: [],
		hash: [],
		bitfield: bitfieldOf(metainfo.pieceCount),
	});
	const trusting = await plan(seedFolder, full);
	expect(trusting.hash).toEqual([]);
	expect(trusting.sample).toHaveLength(64);
	expect(trusting.bitfield).toEqual(full);
	const stale = Uint8Array.from(full);
	for (let index = 10; index < 30; index++) setPiece(stale, index, false);
	// Files without a recorded piece are read in any case.
	const { hash, recover } = await plan(seedFolder, stale);
	expect([...hash, ...recover].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 10));
	expect((await plan(seedFolder)).hash).toHaveLength(metainfo.pieceCount);
	expect((await plan(seedFolder, Uint8Array.of(1))).hash).toHaveLength(metainfo.pieceCount);
});

test('stale incomplete pieces beyond the limit are discarded, the oldest first', () => {
	const discarded: number[] = [];
	const pieces = new ArrivingPieces(30, 0);
	const all = Array.from({ length: 5 }, () => new Uint8Array(10));
	const add = (at: number) => pieces.add(all[at] ?? new Uint8Array(), () => discarded.push(at));
	for (const at of [0, 1, 2]) add(at);
	pieces.touch(all[0] ?? new Uint8Array());
	add(3);
	expect(discarded).toEqual([1]);
	pieces.delete(all[2] ?? new Uint8Array());
	add(4);
	expect([discarded, pieces.bytes]).toEqual([[1], 30]);
	const slowPieces = new ArrivingPieces(30, 60_000);
	for (const data of all) slowPieces.add(data, () => discarded.push(-1));
	expect([discarded, slowPieces.bytes]).toEqual([[1], 50]);
});

test('SelectionProgress includes shared pieces', () => {
	const metainfo = parseTorrent(torrentOf({ a: 10_000, b: 30_000, c: 30_000, d: 10_000 }));
	const bitfield = bitfieldOf(metainfo.pieceCount);
	setPiece(bitfield, 0, true);
	const selection = new SelectionProgress(metainfo, [0, 3], bitfield);
	expect(selection.total).toBe(20_000);
	expect(selection.missing).toBe(10_000);
	expect(selection.missingOfAll).toBe(80_000 - 16_384);
	expect(selection.ranges()).toEqual([
		{ from: 0, to: 0 },
		{ from: 4, to: 4 },
	]);
	selection.completed(4);
	expect(selection.missing).toBe(0);
	expect(new SelectionProgress(metainfo, null, bitfield).ranges()).toEqual([{ from: 0, to: 4 }]);
	expect(new SelectionProgress(metainfo, [], bitfield)).toMatchObject({ total: 0, missing: 0 });
});

test('availability counts distributed copies', () => {
	expect(availability(4, 2, [])).toBe(2);
	expect(availability(4, 0, [Uint8Array.of(0)])).toBe(0);
	expect(availability(4, 1, [Uint8Array.of(0b1100_0000), Uint8Array.of(0b1010_0000)])).toBe(1.75);
	expect(availability(4, 0, [Uint8Array.of(0b1111_0000)])).toBe(1);
});

test('an announcement in the local network is parsed, and all else is ignored', () => {
	const infohash = 'A'.repeat(40);
	const lines = [
		'BT-SEARCH * HTTP/1.1',
		'Host: 239.192.152.143:6771',
		'Port: 6881',
		`Infohash: ${infohash}`,
		'cookie: me',
		'',
		'',
	];
	expect(parseSearch(lines.join('\r\n'))).toEqual({
		port: 6881,
		infohashes: [infohash.toLowerCase()],
		cookie: 'me',
	});
	for (const text of [
		'',
		'BT-SEARCH * HTTP/1.1',
		'BT-SEARCH * HTTP/1.1\r\nPort: 99999',
		'NOTIFY * HTTP/1.1\r\nPort: 1',
	]) {
		expect(parseSearch(text)).toBeNull();
	}
});

test('diskError names the path and the cause', () => {
	const code = (name: string) => Object.assign(new Error(`${name}: something`), { code: name });
	expect(diskError('write', '/x', code('ENOSPC')).message).toBe(
		'cannot write /x: no space is left on the disk',
	);
	expect(diskError('write', '/x', code('EACCES')).message).toBe('cannot write /x: permission is denied');
	expect(diskError('read', '/x', code('EODD')).message).toBe('cannot read /x: EODD: something');
	const refused = new TypeError('fetch failed', { cause: new AggregateError([code('ECONNREFUSED')]) });
	expect(announceFailure(refused)).toBe('the tracker refuses the connection');
	expect(announceFailure(new Error('torrent not registered'))).toBe('torrent not registered');
});
