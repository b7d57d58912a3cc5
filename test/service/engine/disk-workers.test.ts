import { createHash } from 'node:crypto';
import {
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasPiece } from '../../../source/metainfo/layout.ts';
import { type Metainfo, parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { planCheck } from '../../../source/service/engine/webtorrent/disk/check-plan.ts';
import { DataFolder } from '../../../source/service/engine/webtorrent/disk/data-folder.ts';
import { PIECE_STATE } from '../../../source/service/engine/webtorrent/disk/disk-jobs.ts';
import { DiskWorkers } from '../../../source/service/engine/webtorrent/disk/disk-workers.ts';
import { piecesWithin } from '../../../source/service/engine/webtorrent/disk/early-pieces.ts';
import { FilePool } from '../../../source/service/engine/webtorrent/disk/file-pool.ts';
import { hashPieces } from '../../../source/service/engine/webtorrent/disk/hash-pieces.ts';
import { FileStore } from '../../../source/service/engine/webtorrent/disk/store.ts';
import { PathGuard } from '../../../source/service/storage/path-guard.ts';
import { OutsideDestination } from '../../../source/service/storage/refused-path.ts';
import { torrentOf } from '../../metainfo/bencoded.ts';
import { nothingProtected } from '../../programs/seeder.ts';
import { folder, lab, noise, permitted } from './lab.ts';

/** Threads of all tests. Idle ones end by themselves. */
const workers = new DiskWorkers(new URL('../../../dist/disk-worker.js', import.meta.url));
const PIECE = 16_384;
const noClaim = { recorded: undefined, claimed: undefined, isOwn: () => true };

interface Layout {
	readonly files: readonly { readonly path: string; readonly length: number; readonly padding?: boolean }[];
	readonly pieceLength?: number;
}

/** A torrent with its data on the disk. */
function written({ files, pieceLength = PIECE }: Layout) {
	const root = folder();
	const contents = files.map(({ length, padding }, at) =>
		padding ? Buffer.alloc(length) : noise(length, at),
	);
	for (const [at, { path, padding }] of files.entries()) {
		if (padding) continue;
		mkdirSync(dirname(join(root, 'root', path)), { recursive: true });
		writeFileSync(join(root, 'root', path), contents[at] ?? '');
	}
	const data = Buffer.concat(contents);
	const hashes: Buffer[] = [];
	for (let at = 0; at < data.length; at += pieceLength)
		hashes.push(
			createHash('sha1')
				.update(data.subarray(at, at + pieceLength))
				.digest(),
		);
	const torrent = torrentOf(
		{},
		{
			files: files.map(({ path, length, padding }) => ({
				...(padding ? { attr: 'p' } : {}),
				length,
				path: path.split('/'),
			})),
			'piece length': pieceLength,
			pieces: Buffer.concat(hashes),
		},
	);
	return { root, torrent, metainfo: parseTorrent(torrent) };
}

function storeIn(root: string, metainfo: Metainfo): FileStore {
	return new FileStore(
		metainfo,
		new DataFolder(root, new PathGuard(nothingProtected)),
		new FilePool(1),
		permitted,
	);
}

/** Returns the pieces with a correct hash. Checks all pieces unless `pieces` names some. */
async function goodPieces({ root, metainfo }: ReturnType<typeof written>, pieces?: number[]) {
	const good: number[] = [];
	const store = storeIn(root, metainfo);
	await hashPieces({
		metainfo,
		store,
		workers,
		pieces: pieces ?? Array.from({ length: metainfo.pieceCount }, (_, index) => index),
		signal: new AbortController().signal,
		onPiece: (index, is) => {
			if (is) good.push(index);
		},
	});
	return good.sort((a, b) => a - b);
}

describe('hashing on threads', () => {
	test('finds pieces across files and padding, and none that lacks a byte', async () => {
		const files = [
			{ path: 'a', length: 10_000 },
			{ path: '.pad/6384', length: 6_384, padding: true },
			{ path: 'b', length: 50_000 },
			{ path: 'sub/c', length: 1 },
			{ path: 'sub/d', length: 60_000 },
			{ path: 'e', length: 20_000 },
		];
		const made = written({ files });
		const all = Array.from({ length: made.metainfo.pieceCount }, (_, index) => index);
		expect(await goodPieces(made)).toEqual(all);
		expect(await goodPieces(made, [0, 2, 5])).toEqual([0, 2, 5]);
		const damaged = readFileSync(join(made.root, 'root/b'));
		damaged[PIECE] = 1 + (damaged[PIECE] ?? 0);
		writeFileSync(join(made.root, 'root/b'), damaged);
		truncateSync(join(made.root, 'root/sub/d'), 59_999);
		// c is in the last piece of b; the end of d shares its piece with e.
		rmSync(join(made.root, 'root/sub/c'));
		const bytesBefore = 16_384 + 50_000;
		const lost = [2, Math.floor(bytesBefore / PIECE), Math.floor((bytesBefore + 60_000) / PIECE)];
		expect(await goodPieces(made)).toEqual(all.filter((index) => !lost.includes(index)));
	});

	test('reads pieces larger than its buffer, and rejects a folder at the path of a file', async () => {
		const made = written({ files: [{ path: 'a', length: 5_000_000 }], pieceLength: 2 ** 21 });
		expect(await goodPieces(made)).toEqual([0, 1, 2]);
		rmSync(join(made.root, 'root/a'));
		mkdirSync(join(made.root, 'root/a'));
		await expect(goodPieces(made)).rejects.toThrow(/^cannot read .*root\/a: a folder is in its place$/);
	});

	test('names the file that cannot be read, but not one that is missing', async () => {
		const root = folder();
		mkdirSync(join(root, 'a folder'));
		const hash = (path: string) =>
			workers.hash({
				kind: 'hash',
				paths: [join(root, path)],
				ranges: Float64Array.of(0, 0, PIECE),
				lengths: Float64Array.of(PIECE),
				hashes: new Uint8Array(20),
				devices: new Float64Array(1),
				inodes: new Float64Array(1),
			});
		expect(await hash('a folder')).toMatchObject({
			pieces: Uint8Array.of(0),
			unreadable: { path: join(root, 'a folder'), code: 'EISDIR' },
		});
		expect((await hash('missing')).unreadable).toBeUndefined();
		const found = await workers.stat([join(root, 'missing'), join(root, 'a folder')]);
		expect(found.sizes).toEqual(Float64Array.of(0, Number.NaN));
		expect([...found.unreadable.keys()]).toEqual([1]);
	});

	test('ends with the reason of an abort, and makes no more callbacks', async () => {
		const made = written({ files: [{ path: 'a', length: 3_000_000 }] });
		const stop = new AbortController();
		let called = 0;
		const work = hashPieces({
			metainfo: made.metainfo,
			store: storeIn(made.root, made.metainfo),
			workers,
			pieces: Array.from({ length: made.metainfo.pieceCount }, (_, index) => index),
			signal: stop.signal,
			onPiece: () => {
				called++;
				stop.abort(new Error('enough'));
			},
		});
		await expect(work).rejects.toThrow('enough');
		expect(called).toBeLessThan(made.metainfo.pieceCount);
	});

	test('resolves no real path of a file that was verified at its path', async () => {
		const path = join(folder(), 'a');
		const data = noise(PIECE, 1);
		writeFileSync(path, data);
		const { dev, ino } = statSync(path);
		const hash = (inode: number) =>
			workers.hash({
				kind: 'hash',
				paths: [path],
				ranges: Float64Array.of(0, 0, PIECE),
				lengths: Float64Array.of(PIECE),
				hashes: createHash('sha1').update(data).digest(),
				devices: Float64Array.of(dev),
				inodes: Float64Array.of(inode),
			});
		expect(await hash(ino)).toMatchObject({ pieces: Uint8Array.of(1), opened: new Map() });
		for (const other of [0, ino + 1])
			expect((await hash(other)).opened.get(0)).toMatchObject({ real: path, dev, ino });
	});

	test('refuses a file that becomes a link to the outside after it was verified', async () => {
		const made = written({ files: [{ path: 'a', length: 20_000 }] });
		const { root, metainfo } = made;
		const data = new DataFolder(root, new PathGuard(nothingProtected));
		const { allowed } = await planCheck(metainfo, data, noClaim, metainfo.files, workers);
		expect(allowed.inodes).toEqual(Float64Array.of(statSync(join(root, 'root/a')).ino));
		const hash = () =>
			hashPieces({
				metainfo,
				store: storeIn(root, metainfo),
				workers,
				pieces: [0, 1],
				signal: new AbortController().signal,
				onPiece: () => {},
				allowed,
			});
		await hash();
		const outside = join(folder(), 'a');
		writeFileSync(outside, readFileSync(join(root, 'root/a')));
		renameSync(join(root, 'root/a'), join(root, 'kept'));
		symlinkSync(outside, join(root, 'root/a'));
		await expect(hash()).rejects.toThrow(new OutsideDestination('').message);
	});

	test('reads each of many files once', async () => {
		const count = 1_500;
		const files = Array.from({ length: count }, (_, n) => ({ path: `${n % 100}/${n}`, length: 4_096 }));
		const made = written({ files, pieceLength: 65_536 });
		const running = await lab();
		const { engine, messages } = running;
		// The engine loads its code in the first check, so the second is counted.
		const check = async () => {
			const seen = messages.length;
			await engine.add({
				infohash: made.metainfo.infohash,
				source: { torrent: made.torrent },
				destination: made.root,
				selected: null,
				mode: 'check',
				maxDownloadSpeed: 0,
				maxUploadSpeed: 0,
				route: [],
			});
			await running.until('the check', () => messages.slice(seen).some(({ type }) => type === 'checked'));
		};
		await check();
		const before = readsOf(engine.pid ?? 0);
		await check();
		const after = readsOf(engine.pid ?? 0);
		// The rest is the engine's own: messages and the .torrent.
		expect(after.calls - before.calls).toBeLessThan(1.2 * count);
		expect(after.bytes - before.bytes).toBeLessThan(1.1 * 4_096 * count);
	}, 60_000);
});

/** Returns the read calls of a process so far, and their bytes. */
function readsOf(pid: number): { readonly calls: number; readonly bytes: number } {
	const counters = readFileSync(`/proc/${pid}/io`, 'utf8');
	const of = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(counters)?.[1]);
	return { calls: of('syscr'), bytes: of('rchar') };
}

describe('early reading', () => {
	/** Checks all pieces, small files while they are examined. */
	async function check({ root, metainfo }: ReturnType<typeof written>) {
		const data = new DataFolder(root, new PathGuard(nothingProtected));
		const { signal } = new AbortController();
		let early = 0;
		const reading = {
			signal,
			onRead: (pieces: number) => {
				early += pieces;
			},
		};
		const plan = await planCheck(metainfo, data, noClaim, metainfo.files, workers, reading);
		const good = Array.from({ length: metainfo.pieceCount }, (_, at) => at).filter((at) =>
			hasPiece(plan.bitfield, at),
		);
		return { good, rest: plan.hash, early };
	}

	test('finds complete, damaged, short, longer and missing files, links and padding', async () => {
		const torrent = written({
			files: [
				{ path: 'a', length: PIECE / 2 },
				{ path: 'empty', length: 0 },
				{ path: 'b', length: PIECE / 2 },
				...['damaged', 'short', 'longer', 'missing', 'link'].map((path) => ({ path, length: PIECE })),
				{ path: 'padded', length: 100 },
				{ path: 'padding', length: PIECE - 100, padding: true },
				{ path: 'last', length: 5 },
			],
		});
		const at = (path: string) => join(torrent.root, 'root', path);
		writeFileSync(at('damaged'), noise(PIECE, 99));
		truncateSync(at('short'), PIECE - 1);
		truncateSync(at('longer'), PIECE + 1);
		rmSync(at('missing'));
		renameSync(at('link'), at('target'));
		symlinkSync('target', at('link'));
		expect(await check(torrent)).toEqual({ good: [0, 3, 6, 7], rest: [5], early: 5 });
	});

	test('sends a thread the hashes of its job alone, and not the whole torrent', () => {
		const files = Array.from({ length: 4 }, (_, n) => ({ path: `${n}`, length: PIECE }));
		const { metainfo } = written({ files });
		// The bytes of an added .torrent are a Buffer, those from the database are not.
		const hashes = Buffer.from(metainfo.pieceHashes);
		for (const pieceHashes of [hashes, new Uint8Array(hashes)]) {
			const early = piecesWithin({ ...metainfo, pieceHashes }, metainfo.files.slice(1, 3));
			expect(Buffer.from(early?.job.hashes ?? [])).toEqual(hashes.subarray(20, 60));
			expect(early?.job.hashes.buffer.byteLength).toBe(40);
		}
	});

	test('does not take missing bytes for zeros', async () => {
		const torrent = written({ files: [{ path: 'zeros', length: PIECE, padding: true }] });
		const job = {
			kind: 'hash',
			paths: [join(torrent.root, 'missing')],
			ranges: Float64Array.of(0, 0, PIECE),
			lengths: Float64Array.of(PIECE),
			hashes: torrent.metainfo.pieceHashes.slice(),
			devices: new Float64Array(1),
			inodes: new Float64Array(1),
		} as const;
		expect((await workers.hash(job)).pieces).toEqual(Uint8Array.of(PIECE_STATE.incomplete));
	});

	test('reads pieces larger than the buffer, and leaves pieces of two jobs to the hash check', async () => {
		const files = Array.from({ length: 600 }, (_, n) => ({ path: `${n}`, length: 10_000 }));
		const torrent = written({ files, pieceLength: 1024 * 1024 });
		expect(await check(torrent)).toEqual({ good: [0, 1, 2, 3, 5], rest: [4], early: 5 });
		truncateSync(join(torrent.root, 'root', '0'), 9_999);
		expect(await check(torrent)).toEqual({ good: [1, 2, 3, 5], rest: [4], early: 4 });
	});

	test('leaves large files to the hash check', async () => {
		const torrent = written({
			files: [{ path: 'large', length: 17 * 1024 * 1024 }],
			pieceLength: 1024 * 1024,
		});
		expect(await check(torrent)).toMatchObject({ good: [], early: 0 });
	});
});
