import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { destinationText } from '../../source/service/downloads/destination.ts';
import { missingText } from '../../source/service/engine/webtorrent/disk/disk-error.ts';
import { watchText } from '../../source/service/watch/watch-folder.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { mountSmallDisk } from '../fixtures/other-file-system.ts';
import { addComplete, downloadsOf, runService, type TestService } from '../fixtures/service.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

const MIB = 1024 * 1024;
const skipText = 'a file system of its own takes the right to mount one';

const unmount = (disk: string) => expect(spawnSync('umount', ['--lazy', disk]).stderr.toString()).toBe('');

function reaches(service: TestService, infohash: string, status: string) {
	return until(async () =>
		(await downloadsOf(service)).find((each) => each.infohash === infohash && each.status === status),
	);
}

async function make(name: string): Promise<MadeTorrent> {
	return makeTorrent(await makeFolder(), name, { [`${name}.bin`]: 20_000 });
}

const magnetOf = ({ infohash }: MadeTorrent) => `magnet:?xt=urn:btih:${infohash}`;

async function importInto(service: TestService, { path }: MadeTorrent, destination: string): Promise<void> {
	const torrent = (await readFile(path)).toString('base64');
	await service.client().importDownload({ body: { torrent, destination, state: 'stopped' } });
}

test('destinations on a disk that is not mounted any more are refused, and nothing is created', async ({
	skip,
}) => {
	const folder = await makeFolder();
	const [disk, drop] = [join(folder, 'disk'), join(folder, 'drop')];
	await mkdir(drop);
	if (!(await mountSmallDisk(disk, MIB))) skip(skipText);
	const settings = { watch_folders: [{ folder: drop, label: 'films' }] };
	const service = await runService({ folder, settings });
	const client = service.client();
	const [known, added, linked, imported, dropped] = await Promise.all(
		['known', 'added', 'linked', 'imported', 'dropped'].map(make),
	);
	if (!known || !added || !linked || !imported || !dropped) throw new Error('a torrent is missing');
	const here = await addComplete(service, 'here');
	await reaches(service, here, 'SEEDING');
	const films = join(disk, 'films');
	await client.addDownload({ body: { uri: known.path, destination: films } });
	await reaches(service, known.infohash, 'DOWNLOADING');
	await client.createLabel({ params: { name: 'films' }, body: { destination: films } });
	unmount(disk);
	await reaches(service, known.infohash, 'STOPPED_ON_ERROR');

	const target = join(disk, 'new');
	const refusal = (destination: string) => ({
		handled: true,
		code: 'DestinationError',
		message: destinationText.unmounted(destination, disk),
	});
	const params = { infohash: here };
	const requests: readonly (readonly [string, () => Promise<unknown>])[] = [
		[target, () => client.addDownload({ body: { uri: added.path, destination: target } })],
		[target, () => client.addDownload({ body: { uri: magnetOf(linked), destination: target } })],
		[disk, () => client.addDownload({ body: { uri: added.path, destination: disk } })],
		[films, () => client.addDownload({ body: { uri: added.path, label: 'films' } })],
		[target, () => importInto(service, imported, target)],
		[target, () => client.moveDownload({ params, body: { destination: target } })],
		[target, () => client.changeDownload({ params, body: { state: 'move_storage', dest_dir: target } })],
		[target, () => client.createLabel({ params: { name: 'music' }, body: { destination: target } })],
		[target, () => client.changeLabel({ params: { name: 'films' }, body: { destination: target } })],
	];
	for (const [destination, request] of requests)
		await expect(request()).rejects.toMatchObject(refusal(destination));
	await copyFile(dropped.path, join(drop, 'dropped.torrent'));
	const later = watchText.later(
		join(drop, 'dropped.torrent'),
		destinationText.unmounted(films, disk).replace(/\.$/, ''),
	);
	await until(() => service.output().includes(later));
	expect(await readdir(disk)).toEqual([]);
	expect((await downloadsOf(service)).map(({ infohash }) => infohash).sort()).toEqual(
		[here, known.infohash].sort(),
	);

	// Another disk, and this one when it is mounted again, are accepted.
	const beside = join(folder, 'disk beside');
	await client.addDownload({ body: { uri: linked.path, destination: beside } });
	await mountSmallDisk(disk, MIB);
	await until(() =>
		client.addDownload({ body: { uri: added.path, destination: target } }).catch(() => false),
	);
	await reaches(service, added.infohash, 'DOWNLOADING');
	expect(await readdir(disk)).toEqual(['new']);
});

test('after a start without their disks, downloads know them also if they never ran there, and the default is refused', async ({
	skip,
}) => {
	const folder = await makeFolder();
	const [disk, usual] = [join(folder, 'disk'), join(folder, 'downloads')];
	for (const mounted of [disk, usual]) if (!(await mountSmallDisk(mounted, MIB))) skip(skipText);
	const service = await runService({ folder });
	const names = ['known', 'first', 'queued', 'stopped', 'link', 'moved', 'added'];
	const [known, first, queued, stopped, link, moved, added] = await Promise.all(names.map(make));
	if (!known || !first || !queued || !stopped || !link || !moved || !added)
		throw new Error('a torrent is missing');
	const client = service.client();
	await client.addDownload({ body: { uri: known.path } });
	await reaches(service, known.infohash, 'DOWNLOADING');
	await client.changeDownload({ params: { infohash: known.infohash }, body: { state: 'stop' } });
	await client.changeServiceSettings({ body: { queue: { active_downloads: 1 } } });
	await client.addDownload({ body: { uri: first.path, destination: join(folder, 'first') } });
	await reaches(service, first.infohash, 'DOWNLOADING');
	await client.addDownload({ body: { uri: queued.path, destination: join(disk, 'queued') } });
	await importInto(service, stopped, join(disk, 'stopped'));
	await client.addDownload({ body: { uri: magnetOf(link), destination: join(disk, 'link') } });
	await importInto(service, moved, join(folder, 'moved'));
	await client.moveDownload({
		params: { infohash: moved.infohash },
		body: { destination: join(disk, 'moved') },
	});
	await until(async () =>
		(await downloadsOf(service)).some(
			({ destination, status }) => destination === join(disk, 'moved') && status === 'STOPPED',
		),
	);
	await reaches(service, queued.infohash, 'QUEUED');
	await service.end();
	for (const mounted of [disk, usual]) unmount(mounted);
	await service.restart();
	await expect(service.client().addDownload({ body: { uri: added.path } })).rejects.toMatchObject({
		message: destinationText.unmounted(usual, usual),
	});
	await service.client().changeServiceSettings({ body: { queue: { active_downloads: 0 } } });
	for (const [name, { infohash }] of Object.entries({ queued, stopped, link, moved })) {
		await service.client().changeDownload({ params: { infohash }, body: { state: 'resume' } });
		const { error } = await reaches(service, infohash, 'STOPPED_ON_ERROR');
		expect(error).toBe(missingText.disk(join(disk, name), disk));
	}
	for (const unmounted of [disk, usual]) expect(await readdir(unmounted)).toEqual([]);
});
