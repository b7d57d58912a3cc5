import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEnd } from '../fixtures/cleanup.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { digests, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

test('a user drops files into a watch folder, and sees the labelled download and the corrupt file', async () => {
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	const source = await makeFolder();
	const { path, infohash, bytes, files } = await makeTorrent(
		source,
		'dropped',
		{ 'a.bin': 90_000 },
		{ trackers: [tracker.url] },
	);
	const seeder = await startSeeder([{ infohash, bytes, folder: source }], 0);
	atEnd(() => seeder.close());
	const drop = join(await makeFolder(), 'films');
	await mkdir(drop);
	const service = await runService({ flags: ['--no-pex', '--watch-label', `films=${drop}`] });
	const destination = join(service.folder, 'of films');
	await service.client().createLabel({ params: { name: 'films' }, body: { destination } });
	const { user, screen, list } = await openCockpit(service, { names: ['dropped'] });

	await copyFile(path, join(drop, 'dropped.torrent'));
	await list.shows('dropped', 'SEEDING');
	user.filter('label=films');
	await list.lists(['dropped']);
	expect(await digests(destination, files)).toEqual(await digests(source, files));
	await until(async () => (await readdir(drop)).join() === 'dropped.torrent.added');

	await writeFile(join(drop, 'broken.torrent'), 'no torrent');
	await screen.shows('broken.torrent');
	await until(async () => (await readdir(drop)).includes('broken.torrent.corrupt'));
});
