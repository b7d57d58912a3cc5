import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { destinationText } from '../../source/service/downloads/destination.ts';
import { missingText } from '../../source/service/engine/webtorrent/disk/disk-error.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { mountSmallDisk } from '../fixtures/other-file-system.ts';
import { downloadsOf, runService } from '../fixtures/service.ts';
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
