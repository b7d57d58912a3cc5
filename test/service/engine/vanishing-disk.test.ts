import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { countPieces } from '../../../source/metainfo/layout.ts';
import { allocateFiles } from '../../../source/service/engine/webtorrent/disk/allocation.ts';
import { DataFolder } from '../../../source/service/engine/webtorrent/disk/data-folder.ts';
import { DestinationDisk } from '../../../source/service/engine/webtorrent/disk/destination-disk.ts';
import { MissingData, missingText } from '../../../source/service/engine/webtorrent/disk/disk-error.ts';
import { MountPoints } from '../../../source/service/storage/mount-points.ts';
import { PathGuard } from '../../../source/service/storage/path-guard.ts';
import { nothingProtected } from '../../programs/seeder.ts';
import { until } from '../../programs/until.ts';
import { folder, lab, sample, seeder, tracker } from './lab.ts';

/** Mounts a file system in memory. Skips the test without the right to. */
function mountedDisk({ skip }: TestContext): string {
	const disk = join(folder(), 'disk');
	mkdirSync(disk);
	if (spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', disk]).status !== 0)
		skip('a file system of its own takes the right to mount one');
	onTestFinished(() => void spawnSync('umount', ['--lazy', disk]));
	return disk;
}

const unmount = (disk: string) => expect(spawnSync('umount', ['--lazy', disk]).status).toBe(0);

test('a disk that is unmounted during a transfer stops it, and nothing is written into its folder', async (context) => {
	const disk = mountedDisk(context);
	const files = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at}.bin`, 20_000]));
	const torrent = await sample(files, { trackers: [await tracker()] });
	const { infohash } = torrent.metainfo;
	const [source, target] = await Promise.all([seeder(torrent), lab()]);
	await source.engine.limit(infohash, 0, 1_000_000);
	const destination = join(disk, 'data');
	// The neighbors of selected files are created when their pieces arrive.
	const selected = Array.from({ length: 150 }, (_, at) => at * 2);
	await target.engine.add(torrent.download(destination, { selected }));
	await target.until('data', () => countPieces(target.bitfield(infohash) ?? new Uint8Array()) > 5);
	unmount(disk);
	const failed = await target.until('failed', () => target.of('failed', infohash)[0]);
	expect(failed.missing).toBe(true);
	expect(readdirSync(disk)).toEqual([]);
	const bitfield = target.bitfield(infohash);
	expect(countPieces(bitfield ?? new Uint8Array())).toBeGreaterThan(5);

	// Until the engine looks at the mounts again, it only misses the files.
	await until(async () => {
		const { length } = target.of('failed', infohash);
		await target.engine.add(torrent.download(destination, { bitfield, selected, mountPoint: disk }));
		const again = await target.until('failed again', () => target.of('failed', infohash)[length]);
		expect(again.missing).toBe(true);
		return again.reason === missingText.disk(destination, disk);
	});
	expect(readdirSync(disk)).toEqual([]);
});

test('a disk that vanishes after the check of a download gets no folder and no file', async (context) => {
	const disk = mountedDisk(context);
	const destination = join(disk, 'data');
	const found = new DestinationDisk(destination, new MountPoints(), undefined);
	expect(await found.find()).toBe(disk);
	unmount(disk);
	const { metainfo } = await sample({ 'a.bin': 1000, empty: 0 });
	// The answer of `find` is reused for a moment.
	await until(() =>
		found.require().then(
			() => false,
			(error) => error instanceof MissingData,
		),
	);
	const allocation = {
		files: metainfo.files,
		folder: new DataFolder(destination, new PathGuard(nothingProtected), () => found.require()),
		hasData: () => false,
		signal: new AbortController().signal,
		onProgress: () => {},
	};
	await expect(allocateFiles(allocation)).rejects.toThrow(missingText.disk(destination, disk));
	expect(readdirSync(disk)).toEqual([]);
});

test('files with data that vanish after the check of a download are not created again', async () => {
	const torrent = await sample({ 'a.bin': 100_000, 'b.bin': 100_000 });
	const root = torrent.seedFolder;
	renameSync(join(root, 'sample'), join(root, 'away'));
	const allocation = {
		files: torrent.metainfo.files,
		folder: new DataFolder(root, new PathGuard(nothingProtected)),
		hasData: () => true,
		signal: new AbortController().signal,
		onProgress: () => {},
	};
	const missing = missingText.files(join(root, 'sample', 'a.bin'), 1);
	await expect(allocateFiles(allocation)).rejects.toThrow(missing);
	expect(existsSync(join(root, 'sample'))).toBe(false);
});
