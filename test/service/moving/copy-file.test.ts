import { utimesSync } from 'node:fs';
import { open, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyFile, copyText } from '../../../source/service/moving/copy-file.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { noise } from '../../programs/torrents.ts';

const MIB = 1024 * 1024;
const WINDOW = MIB;

/** Copies, and returns the bytes that were read. */
async function copy(from: string, to: string, signal = new AbortController().signal): Promise<number> {
	let read = 0;
	const onBytes = (bytes: number) => {
		read += bytes;
	};
	await copyFile(from, to, { signal, onBytes, window: WINDOW });
	return read;
}

describe('copyFile', () => {
	test('copies content, permissions and times', async () => {
		const folder = await makeFolder();
		const [from, to] = [join(folder, 'from'), join(folder, 'to')];
		const content = noise('content', 3 * MIB + 5);
		await writeFile(from, content, { mode: 0o640 });
		await utimes(from, 1_000_000, 2_000_000);
		expect(await copy(from, to)).toBe(2 * content.length);
		expect((await readFile(to)).equals(content)).toBe(true);
		const { mode, mtimeMs } = await stat(to);
		expect([mode & 0o777, mtimeMs]).toEqual([0o640, 2_000_000_000]);
	});

	test('copies an empty file', async () => {
		const folder = await makeFolder();
		await writeFile(join(folder, 'from'), '');
		await copy(join(folder, 'from'), join(folder, 'to'));
		expect((await stat(join(folder, 'to'))).size).toBe(0);
	});

	test('keeps holes', async () => {
		const folder = await makeFolder();
		const [from, to] = [join(folder, 'from'), join(folder, 'to')];
		const file = await open(from, 'w');
		await file.write(noise('middle', 200_000), 0, 200_000, 6 * MIB);
		await file.truncate(20 * MIB);
		await file.close();
		await copy(from, to);
		const { size, blocks } = await stat(to);
		expect(size).toBe(20 * MIB);
		expect(blocks * 512).toBeLessThan(MIB);
		expect((await readFile(to)).equals(await readFile(from))).toBe(true);
	});

	test('compares the windows of an interrupted copy, and copies the others', async () => {
		const folder = await makeFolder();
		const [from, to] = [join(folder, 'from'), join(folder, 'to')];
		const content = noise('content', 8 * MIB);
		await writeFile(from, content);
		const stop = new AbortController();
		let read = 0;
		const onBytes = (bytes: number) => {
			read += bytes;
			if (read >= 9 * MIB) stop.abort(new Error('enough'));
		};
		await expect(copyFile(from, to, { signal: stop.signal, onBytes, window: WINDOW })).rejects.toThrow(
			'enough',
		);
		// The last window of an interrupted copy is not certain.
		const interrupted = await open(to, 'r+');
		await interrupted.write(noise('wrong', 100), 0, 100, 4 * MIB + 500_000);
		await interrupted.close();
		const calls: number[] = [];
		await copyFile(from, to, {
			signal: new AbortController().signal,
			onBytes: (bytes) => calls.push(bytes),
			window: WINDOW,
		});
		expect(calls.reduce((sum, bytes) => sum + bytes)).toBe(2 * content.length);
		expect((await readFile(to)).equals(content)).toBe(true);
	});

	test.each([
		['the same', 0],
		['an earlier', -10_000],
		['a later', 10_000],
	])('copies again a source that was changed after an interruption, with %s time', async (_, shift) => {
		const folder = await makeFolder();
		const [from, to] = [join(folder, 'from'), join(folder, 'to')];
		await writeFile(from, noise('before', 4 * MIB));
		const stop = new AbortController();
		let read = 0;
		const onBytes = (bytes: number) => {
			read += bytes;
			if (read >= 5 * MIB) stop.abort(new Error('enough'));
		};
		await expect(copyFile(from, to, { signal: stop.signal, onBytes, window: WINDOW })).rejects.toThrow(
			'enough',
		);
		const { mtimeMs } = await stat(from);
		await writeFile(from, noise('after', 4 * MIB));
		await utimes(from, new Date(), new Date(mtimeMs + shift));
		await copy(from, to);
		expect((await readFile(to)).equals(noise('after', 4 * MIB))).toBe(true);
	});

	test('rejects when another program changes the source', async () => {
		const folder = await makeFolder();
		const [from, to] = [join(folder, 'from'), join(folder, 'to')];
		await writeFile(from, noise('content', 4 * MIB));
		const onBytes = () => utimesSync(from, 1, 1);
		const copied = copyFile(from, to, { signal: new AbortController().signal, onBytes, window: WINDOW });
		await expect(copied).rejects.toThrow(copyText.changed(from));
	});

	test('refuses to follow a symbolic link in place of the copy', async () => {
		const folder = await makeFolder();
		await writeFile(join(folder, 'from'), 'content');
		await writeFile(join(folder, 'foreign'), 'foreign');
		await symlink(join(folder, 'foreign'), join(folder, 'to'));
		await expect(copy(join(folder, 'from'), join(folder, 'to'))).rejects.toThrow('ELOOP');
		expect(await readFile(join(folder, 'foreign'), 'utf8')).toBe('foreign');
	});
});
