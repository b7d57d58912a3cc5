import { mkdir, rename, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diskLayoutText, examineLayout } from '../../source/import/disk-layout.ts';
import type { ImportedDownload } from '../../source/import/imported-download.ts';
import { assemble } from '../../source/import/reading/assemble.ts';
import { parseTorrent } from '../../source/metainfo/metainfo.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { makeTorrent } from '../programs/torrents.ts';

/** Four pieces: one of the first file, one of both, two of the second. */
async function download(
	claimed: number,
	paths?: readonly string[],
): Promise<{ readonly folder: string; readonly download: ImportedDownload }> {
	const folder = await makeFolder();
	const { bytes } = await makeTorrent(folder, 'root', { 'a.bin': 20_000, 'b.bin': 40_000 });
	const entry = assemble(bytes, parseTorrent(bytes), {
		destination: folder,
		bitfield: new Uint8Array([claimed]),
		running: true,
		paths,
	});
	if (entry.kind === 'unusable') throw new Error(entry.reason);
	return { folder, download: entry.download };
}

const bits = async (from: ImportedDownload) => (await examineLayout(from)).bitfield?.[0]?.toString(2);

describe('examineLayout', () => {
	test('keeps claims of files of the expected length', async () => {
		const { download: whole } = await download(0b11110000);
		expect(await examineLayout(whole)).toEqual({ bitfield: new Uint8Array([0b11110000]), problem: '' });
	});

	test('keeps claims of a file that is long enough for them', async () => {
		const { folder, download: half } = await download(0b11100000);
		await truncate(join(folder, 'root/b.bin'), 3 * 16_384 - 20_000);
		expect(await bits(half)).toBe('11100000');
		await truncate(join(folder, 'root/b.bin'), 3 * 16_384 - 20_001);
		expect(await bits(half)).toBe('10000000');
	});

	test('drops claims of a missing file, and names it', async () => {
		const { folder, download: whole } = await download(0b11110000);
		await rm(join(folder, 'root/a.bin'));
		expect(await examineLayout(whole)).toEqual({
			bitfield: new Uint8Array([0b00110000]),
			problem: diskLayoutText.missing(1, 'root/a.bin'),
		});
	});

	test('ignores a missing file without claims', async () => {
		const { folder, download: half } = await download(0b10000000);
		await rm(join(folder, 'root/b.bin'));
		expect((await examineLayout(half)).problem).toBe('');
	});

	test('names the ending of an incomplete file', async () => {
		const { folder, download: half } = await download(0b10000000);
		await rename(join(folder, 'root/a.bin'), join(folder, 'root/a.bin.part'));
		expect((await examineLayout(half)).problem).toBe(
			diskLayoutText.otherName(1, 'root/a.bin', 'root/a.bin.part'),
		);
	});

	test('drops claims of a renamed file, although another file has its name', async () => {
		const { download: whole } = await download(0b11110000, ['other/a.bin', 'root/b.bin']);
		expect(await examineLayout(whole)).toEqual({
			bitfield: new Uint8Array([0b00110000]),
			problem: diskLayoutText.otherName(1, 'root/a.bin', 'other/a.bin'),
		});
	});

	test('drops all claims if the folder is missing', async () => {
		const { folder, download: whole } = await download(0b11110000);
		await rm(folder, { recursive: true });
		expect(await examineLayout(whole)).toEqual({
			bitfield: new Uint8Array([0]),
			problem: diskLayoutText.noFolder(folder),
		});
		await mkdir(folder);
	});
});
