import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unlikeRecorded } from '../../../source/service/engine/webtorrent/disk/missing-data.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { runService, runServiceProcess } from '../../fixtures/service.ts';
import { noise } from '../../programs/torrents.ts';
import { contentOf, offer, place, reaches, removed, seed } from './shared-paths.ts';
import {
	expectRecheckNeeded,
	expectReplacedStays,
	expectUnselectedStays,
	PIECE,
	service,
	startWithTorrent,
} from './user-files-scene.ts';

startWithTorrent();

test('a larger file that the user made of one of a stopped download is not written without a recheck', () =>
	expectRecheckNeeded('larger'));

test('a file at the path of a download that is imported and stopped stays when that is moved and removed with its data', () =>
	expectUnselectedStays('imported'));

test('a file with nothing of a stopped download that the user replaced is neither written nor deleted', () =>
	expectReplacedStays('nothing'));

test('an error about a changed piece at the border of two files names both', async () => {
	const destination = await makeFolder();
	const border = await offer('border', { 'a.bin': noise('border', PIECE + 100), 'b.txt': noise('b', 100) });
	await place(destination, 'border', border.contents);
	const client = service.client();
	await client.addDownload({ body: { uri: border.path, destination } });
	await reaches(service, border, 'SEEDING');
	await client.changeDownload({ params: border, body: { state: 'stop' } });
	await reaches(service, border, 'STOPPED');
	await place(destination, 'border', [['b.txt', noise('edited', 100)]]);
	await client.changeDownload({ params: border, body: { state: 'resume' } });
	const { error } = await reaches(service, border, 'STOPPED_ON_ERROR');
	const [a, b] = ['a.bin', 'b.txt'].map((path) => join(destination, 'border', path));
	expect(error).toBe(unlikeRecorded(`${a} or ${b}`, 1));
	await removed(service, border);
});

test('a download continues with its own files after a kill before its first piece', async () => {
	const alone = await offer('alone', { 'large.bin': noise('alone', 5 * PIECE) });
	const killed = await runServiceProcess();
	await killed.client().addDownload({ body: { uri: alone.path } });
	await reaches(killed, alone, 'DOWNLOADING');
	expect(existsSync(join(killed.downloadFolder, 'alone/large.bin'))).toBe(true);
	await killed.end('SIGKILL');
	const again = await runService({ folder: killed.folder });
	await reaches(again, alone, 'DOWNLOADING');
	await seed([alone]);
	await reaches(again, alone, 'SEEDING');
	expect(
		(await contentOf(again.downloadFolder, 'alone', 'large.bin')).equals(noise('alone', 5 * PIECE)),
	).toBe(true);
});
