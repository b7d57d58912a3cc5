import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BufferPool } from '../../../source/service/engine/webtorrent/disk/buffer-pool.ts';
import { PieceWriters } from '../../../source/service/engine/webtorrent/disk/piece-writers.ts';
import { folder, noise, sha1 } from './lab.ts';

const memory = new BufferPool({
	create: (length) => Buffer.from(new SharedArrayBuffer(length)),
	maxBytes: 1_000_000,
});
const pieces = Array.from({ length: 20 }, (_, at) => {
	const data = memory.allocate(50_000);
	data.set(noise(50_000, at));
	return data;
});

function opened(mode: 'r' | 'r+') {
	const path = join(folder(), 'file');
	writeFileSync(path, '');
	const fd = openSync(path, mode);
	onTestFinished(() => closeSync(fd));
	return { path, fd };
}

test('PieceWriters writes pieces whose hash is right to their positions, for several downloads at once', async () => {
	const { path, fd } = opened('r+');
	const writers = new PieceWriters();
	const written = pieces.map((data, at) =>
		writers.write(at % 3, {
			data,
			hash: sha1(at === 5 ? noise(1, 0) : data),
			fd,
			at: 0,
			length: data.length,
			position: at * data.length,
		}),
	);
	expect(await Promise.all(written)).toEqual(pieces.map((_, at) => at !== 5));
	const expected = Buffer.concat(pieces.map((data, at) => (at === 5 ? Buffer.alloc(data.length) : data)));
	expect(readFileSync(path).equals(expected)).toBe(true);
});

test('PieceWriters writes a part of a piece that was verified before', async () => {
	const { path, fd } = opened('r+');
	const [data = Buffer.alloc(0)] = pieces;
	const job = { data, hash: undefined, fd, at: 100, length: 20, position: 3 };
	await expect(new PieceWriters().write(0, job)).resolves.toBe(true);
	expect(readFileSync(path)).toEqual(Buffer.concat([Buffer.alloc(3), data.subarray(100, 120)]));
});

test('PieceWriters reports the code of an error, and writes on', async () => {
	const { fd } = opened('r');
	const writable = opened('r+');
	const writers = new PieceWriters();
	const [data = Buffer.alloc(0)] = pieces;
	const job = { data, hash: sha1(data), at: 0, length: 10, position: 0 };
	const [failed, written] = await Promise.allSettled([
		writers.write(0, { ...job, fd }),
		writers.write(0, { ...job, fd: writable.fd }),
	]);
	expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'EBADF' } });
	expect(written).toMatchObject({ status: 'fulfilled', value: true });
	expect(readFileSync(writable.path)).toEqual(data.subarray(0, 10));
});
