import { spawnSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { type ServiceHere, serveHere } from '../programs/service-here.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

const IMAGE_BYTES = 16 * 1024 * 1024;

/** A disk image in a file. When the file is truncated, the disk reports errors for the lost part. */
function failingDisk(root: string, { skip }: TestContext) {
	const [image, path] = [join(root, 'disk.img'), join(root, 'disk')];
	const run = (command: string, ...words: string[]) => spawnSync(command, words).status === 0;
	mkdirSync(path);
	writeFileSync(image, '');
	truncateSync(image, IMAGE_BYTES);
	const mount = () => run('mount', '-o', 'loop', image, path);
	const unmount = () => run('umount', path) || run('umount', '--lazy', path);
	if (!(run('mkfs.ext4', '-q', '-F', image) && mount()))
		skip('a disk in a file takes the right to mount one');
	onTestFinished(() => void unmount());
	return {
		path,
		/** From now on data cannot be read, but names can. */
		fail: async () => {
			expect(unmount()).toBe(true);
			await copyFile(image, `${image}.sound`);
			expect(mount()).toBe(true);
			// The names are cached after this.
			spawnSync('ls', ['-lR', path]);
			truncateSync(image, IMAGE_BYTES / 8);
		},
		repair: async () => {
			expect(unmount()).toBe(true);
			await copyFile(`${image}.sound`, image);
			expect(mount()).toBe(true);
		},
	};
}

test('a disk with read errors stops a download, which keeps its pieces until they can be read', async (context) => {
	const place = await temporaryFolder();
	onTestFinished(() => place.remove());
	const disk = failingDisk(place.path, context);
	const torrent = await makeTorrent(disk.path, 'on-disk', { 'a.bin': 6_000_000, 'b.bin': 1_500_000 });
	const params = { infohash: torrent.infohash };
	let service: ServiceHere = await serveHere(place.path);
	onTestFinished(() => service.end());
	const find = async () => {
		const { downloads } = await service.client().listDownloads({ query: { ...params, get_pieces: true } });
		return downloads[0];
	};
	const reach = (status: string) =>
		until(async () => {
			const found = await find();
			return found?.status === status && found;
		});
	const order = (state: 'stop' | 'resume' | 'recheck') =>
		service.client().changeDownload({ params, body: { state } });
	await service.client().addDownload({ body: { uri: torrent.path, destination: disk.path } });
	const { pieces } = await reach('SEEDING');
	const unharmed = {
		error: expect.stringMatching(/^cannot read .*on-disk\/a\.bin: the disk reports an error$/),
		pieces,
		progress: 1,
	};
	await order('stop');
	await reach('STOPPED');
	await disk.fail();
	await order('recheck');
	expect(await reach('STOPPED_ON_ERROR')).toMatchObject(unharmed);
	await order('resume');
	expect(await reach('STOPPED_ON_ERROR')).toMatchObject(unharmed);
	await service.end();
	service = await serveHere(place.path);
	expect(await reach('STOPPED_ON_ERROR')).toMatchObject(unharmed);
	await disk.repair();
	await order('resume');
	expect(await reach('SEEDING')).toMatchObject({ error: '', pieces, progress: 1, total_down: 0 });
});
