import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCockpit } from '../fixtures/cockpit.ts';
import { digests } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import {
	destination,
	drop,
	names,
	prepareFolders,
	service,
	source,
	torrents,
} from './watch-folders-scene.ts';

prepareFolders();

test('a user drops files into a watch folder, and sees the labeled download and the corrupt file', async () => {
	const { path = '', files = [] } = torrents[0] ?? {};
	const { user, screen, list } = await openCockpit(service, { names });
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
