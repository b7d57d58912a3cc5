import { link, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PathExists, placeFile } from '../../../source/service/moving/place-file.ts';
import { makeFolder } from '../../fixtures/folder.ts';

describe('placeFile', () => {
	test('moves a file', async () => {
		const folder = await makeFolder();
		const [from, to] = [join(folder, 'from'), join(folder, 'to')];
		await writeFile(from, 'content');
		expect(await placeFile(from, to)).toBe(true);
		expect(await readFile(to, 'utf8')).toBe('content');
		await expect(stat(from)).rejects.toThrow('ENOENT');
	});

	test('never replaces a file', async () => {
		const folder = await makeFolder();
		const [from, to] = [join(folder, 'from'), join(folder, 'to')];
		await writeFile(from, 'own');
		await writeFile(to, 'foreign');
		await expect(placeFile(from, to)).rejects.toThrow(PathExists);
		expect([await readFile(from, 'utf8'), await readFile(to, 'utf8')]).toEqual(['own', 'foreign']);
	});

	test('completes an interrupted call', async () => {
		const folder = await makeFolder();
		const [from, to] = [join(folder, 'from'), join(folder, 'to')];
		await writeFile(from, 'content');
		await link(from, to);
		expect(await placeFile(from, to)).toBe(true);
		expect((await stat(to)).nlink).toBe(1);
		await expect(stat(from)).rejects.toThrow('ENOENT');
	});

	test('resolves with false without a file', async () => {
		const folder = await makeFolder();
		expect(await placeFile(join(folder, 'from'), join(folder, 'to'))).toBe(false);
	});
});
