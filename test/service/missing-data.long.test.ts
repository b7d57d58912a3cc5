import { spawnSync } from 'node:child_process';
import { cp, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { missingText } from '../../source/service/engine/webtorrent/disk/disk-error.ts';
import { children } from '../programs/children.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { contents, missingDataScene } from './missing-data-scene.ts';

test('a check that the next start continues does not accept a loss that happened meanwhile', async () => {
	const { root, end, startProcess, start, add, order, reach } = await missingDataScene();
	const data = join(root, 'data');
	const torrent = await makeTorrent(data, 'blank', { 'a.bin': 50_000, empty: 0 });
	await add(torrent.path, data);
	await reach(torrent, 'SEEDING');
	// Records what is there.
	await end();
	const service = await startProcess();
	await reach(torrent, 'SEEDING');
	const [engine = 0] = children(service.child.pid ?? 0);
	process.kill(engine, 'SIGSTOP');
	await order(torrent, 'recheck');
	await service.end('SIGKILL');
	await rm(join(data, 'blank', 'a.bin'));
	await start();
	const { error } = await reach(torrent, 'STOPPED_ON_ERROR');
	expect(error).toBe(missingText.files(join(data, 'blank', 'a.bin'), 0));
});

const mount = (path: string) => spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', path]).status === 0;
const unmount = (path: string, ...options: string[]) =>
	expect(spawnSync('umount', [...options, path]).stderr.toString()).toBe('');

test('a disk that is not mounted stops its downloads, and nothing is written into its folder', async ({
	skip,
}) => {
	const { root, end, start, add, order, reach } = await missingDataScene();
	const [disk, copy] = [join(root, 'disk'), join(root, 'copy')];
	await mkdir(disk);
	if (!mount(disk)) skip('a file system of its own takes the right to mount one');
	onTestFinished(() => void spawnSync('umount', ['--lazy', disk]));
	const full = await makeTorrent(join(disk, 'films'), 'full', { 'a.bin': 50_000, 'b.bin': 50_000 });
	const blank = await makeTorrent(join(root, 'blank'), 'blank', { 'a.bin': 50_000 });
	const magnet = await makeTorrent(join(root, 'magnet'), 'magnet', { 'a.bin': 50_000 });
	await add(full.path, join(disk, 'films'));
	await add(blank.path, disk);
	await add(`magnet:?xt=urn:btih:${magnet.infohash}`, join(disk, 'magnets'));
	const running = [
		[full, 'SEEDING', join(disk, 'films')],
		[blank, 'DOWNLOADING', disk],
		[magnet, 'METADATA', join(disk, 'magnets')],
	] as const;
	for (const [torrent, status] of running) await reach(torrent, status);
	await end();
	const { dev } = await stat(disk);
	await cp(disk, copy, { recursive: true });
	unmount(disk);

	await start();
	for (const [torrent, , destination] of running)
		expect((await reach(torrent, 'STOPPED_ON_ERROR')).error).toBe(missingText.disk(destination, disk));
	expect(await contents(disk)).toEqual([]);

	// Another device with the same files, as after a restart of the machine.
	expect(mount(disk)).toBe(true);
	if ((await stat(disk)).dev === dev) {
		const other = join(root, 'other');
		await mkdir(other);
		unmount(disk);
		expect(mount(other) && mount(disk)).toBe(true);
		onTestFinished(() => unmount(other));
	}
	expect((await stat(disk)).dev).not.toBe(dev);
	await cp(copy, disk, { recursive: true });
	for (const [torrent, status] of running) {
		await order(torrent, 'resume');
		expect(await reach(torrent, status)).toMatchObject({ error: '', total_down: 0 });
	}

	unmount(disk, '--lazy');
	for (const [torrent, , destination] of running.slice(0, 2))
		expect((await reach(torrent, 'STOPPED_ON_ERROR')).error).toBe(missingText.disk(destination, disk));
	expect(await contents(disk)).toEqual([]);
	// The folder is the destination from now on.
	await order(blank, 'recheck');
	await reach(blank, 'DOWNLOADING');
	expect(await contents(disk)).toEqual(['blank', 'blank/a.bin']);
});
