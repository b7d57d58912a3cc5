import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deleteData, deletionText } from '../../source/metainfo/delete-data.ts';
import { parseTorrent } from '../../source/metainfo/metainfo.ts';
import { singleFile, torrentOf } from './bencoded.ts';

const metainfo = parseTorrent(torrentOf({ a: 1, 'sub/b': 1, 'sub/deep/c': 1, 'sub/deep/empty': 0 }));

function folder(): string {
	const path = mkdtempSync(join(tmpdir(), 'seedtop-delete-'));
	onTestFinished(() => rmSync(path, { recursive: true, force: true }));
	return path;
}

function write(...paths: string[]): void {
	for (const path of paths) {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, 'x');
	}
}

function fill(destination: string): void {
	write(...metainfo.files.map((file) => join(destination, file.diskPath)));
}

test('deleteData deletes all files, then empty folders, and no other file', async () => {
	const destination = folder();
	fill(destination);
	write(join(destination, 'neighbor'));
	expect(await deleteData(metainfo, destination)).toEqual({ files: 4, problems: [] });
	expect(readdirSync(destination)).toEqual(['neighbor']);
});

test('deleteData keeps a folder with other files', async () => {
	const destination = folder();
	fill(destination);
	write(join(destination, 'root', 'sub', 'mine'));
	expect(await deleteData(metainfo, destination)).toEqual({ files: 4, problems: [] });
	expect(readdirSync(join(destination, 'root'), { recursive: true })).toEqual(['sub', join('sub', 'mine')]);
});

test('deleteData deletes a single file and keeps its destination', async () => {
	const destination = folder();
	write(join(destination, 'file.bin'));
	expect(await deleteData(parseTorrent(singleFile(1)), destination)).toEqual({ files: 1, problems: [] });
	expect(existsSync(destination)).toBe(true);
});

test('deleteData ignores missing files', async () => {
	expect(await deleteData(metainfo, folder())).toEqual({ files: 0, problems: [] });
	expect(await deleteData(metainfo, join(folder(), 'nowhere'))).toEqual({ files: 0, problems: [] });
});

test('deleteData does not follow a symbolic link out of the destination', async () => {
	const destination = folder();
	const outside = folder();
	write(join(outside, 'b'), join(outside, 'deep', 'c'), join(outside, 'target'));
	write(join(destination, 'root', 'other'));
	symlinkSync(outside, join(destination, 'root', 'sub'));
	symlinkSync(join(outside, 'target'), join(destination, 'root', 'a'));
	const { files, problems } = await deleteData(metainfo, destination);
	expect(files).toBe(1);
	expect(problems).toHaveLength(3);
	expect(problems[0]).toContain('symbolic link');
	expect(readdirSync(outside).sort()).toEqual(['b', 'deep', 'target']);
	expect(existsSync(join(outside, 'deep', 'c'))).toBe(true);
	expect(readdirSync(join(destination, 'root')).sort()).toEqual(['other', 'sub']);
});

test('deleteData keeps and reports a folder at the path of a file', async () => {
	const destination = folder();
	write(join(destination, 'root', 'a', 'inside'));
	const { files, problems } = await deleteData(metainfo, destination);
	expect(files).toBe(0);
	expect(problems[0]).toContain(deletionText.failed(join(destination, 'root', 'a'), ''));
	expect(existsSync(join(destination, 'root', 'a', 'inside'))).toBe(true);
});
