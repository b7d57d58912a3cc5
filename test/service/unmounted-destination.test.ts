import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { destinationText } from '../../source/service/downloads/destination.ts';
import { watchText } from '../../source/service/watch/watch-folder.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { mountSmallDisk } from '../fixtures/other-file-system.ts';
import { addComplete, downloadsOf, runService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';
import {
	importInto,
	MIB,
	magnetOf,
	make,
	reaches,
	skipText,
	unmount,
} from './unmounted-destination-scene.ts';

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
