import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deletionText } from '../../source/metainfo/delete-data.ts';
import { removalText } from '../../source/service/downloads/removals.ts';
import { OutsideDestination } from '../../source/service/storage/refused-path.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { removeAll, runService, type TestService } from '../fixtures/service.ts';
import { ANY, containing, exactly } from '../programs/message-pattern.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

let service: TestService;
let torrent: MadeTorrent;
/** Folder with the data of the torrent in `linked/sub/film.bin` and `linked/text.bin`. */
let data: string;
let elsewhere: string;

beforeAll(async () => {
	service = await runService();
});

beforeEach(async () => {
	const place = await makeFolder();
	data = join(place, 'data');
	elsewhere = join(place, 'elsewhere');
	await mkdir(elsewhere);
	torrent = await makeTorrent(data, 'linked', { 'sub/film.bin': 60_000, 'text.bin': 50_000 });
});

afterEach(() => removeAll(service));

const add = () => service.client().addDownload({ body: { uri: torrent.path, destination: data } });
const params = () => ({ infohash: torrent.infohash });

async function reach(status: string) {
	return until(async () => {
		const { downloads } = await service.client().listDownloads({ query: params() });
		return downloads[0]?.status === status && downloads[0];
	});
}

function stream(name: string): Promise<Response> {
	// Files are in the order of their paths.
	const index = name === 'sub/film.bin' ? 0 : 1;
	return fetch(`${service.url}/downloads/${torrent.infohash}/stream/${index}`, {
		headers: { 'X-Api-Key': service.key },
	});
}

const remove = () =>
	service
		.client()
		.removeDownload({ params: params(), body: { remove_data: true } })
		.then(() => '')
		.catch((error: unknown) => (error instanceof Error ? error.message : String(error)));

/** Moves a file or folder of the torrent to another folder and leaves a link at its path. */
async function replaceByLink(name: string, folder: string): Promise<string> {
	const target = join(folder, name.replace('/', '-'));
	await rename(join(data, 'linked', name), target);
	await symlink(target, join(data, 'linked', name));
	return target;
}

describe.each([
	['file', 'text.bin', 'text.bin'],
	['folder', 'sub', 'sub/film.bin'],
])('a link out of the destination, at the path of a %s', (_, link, file) => {
	const { message: outside, nextStep } = new OutsideDestination('');
	const refused = containing(`${outside}${ANY}${nextStep}`);

	test('is refused by a check, by seeding and by downloading', async () => {
		await replaceByLink(link, elsewhere);
		await add();
		expect((await reach('STOPPED_ON_ERROR')).error).toMatch(refused);
		for (const state of ['recheck', 'resume'] as const) {
			await service.client().changeDownload({ params: params(), body: { state } });
			expect((await reach('STOPPED_ON_ERROR')).error).toMatch(refused);
		}
		// Without data no check runs: the link is refused nevertheless.
		await rm(join(elsewhere, link), { recursive: true });
		await service.client().changeDownload({ params: params(), body: { state: 'resume' } });
		expect((await reach('STOPPED_ON_ERROR')).error).toMatch(refused);
		expect(await readdir(elsewhere)).toEqual([]);
	});

	test('is refused by a stream and by a start that trusts the pieces, with the same next step', async () => {
		await add();
		await reach('SEEDING');
		await service.client().changeDownload({ params: params(), body: { state: 'stop' } });
		await reach('STOPPED');
		await replaceByLink(link, elsewhere);
		const answer = await stream(file);
		expect(answer.status).toBe(500);
		expect(await answer.text()).toMatch(refused);
		await service.client().changeDownload({ params: params(), body: { state: 'resume' } });
		expect((await reach('STOPPED_ON_ERROR')).error).toMatch(refused);
	});

	test('is never followed by a removal', async () => {
		await add();
		await reach('SEEDING');
		await service.client().changeDownload({ params: params(), body: { state: 'stop' } });
		await reach('STOPPED');
		const target = await replaceByLink(link, elsewhere);
		const message = await remove();
		if (link === 'sub')
			expect(message).toMatch(
				exactly(removalText.dataLeft(`${deletionText.kept(ANY, deletionText.belowLink)}${ANY}`, 0)),
			);
		else expect(message).toBe('');
		expect(existsSync(target)).toBe(true);
	});
});

test('a link that stays inside the destination is followed, but not by a removal', async () => {
	const store = join(data, 'store');
	await mkdir(store);
	const target = await replaceByLink('text.bin', store);
	await add();
	await reach('SEEDING');
	expect((await (await stream('text.bin')).arrayBuffer()).byteLength).toBe(50_000);
	expect(await remove()).toBe('');
	expect(existsSync(target)).toBe(true);
	expect(existsSync(join(data, 'linked'))).toBe(false);
});

test('a destination that is a link is used as its target folder', async () => {
	await rename(data, join(elsewhere, 'moved'));
	await symlink(join(elsewhere, 'moved'), data);
	await add();
	await reach('SEEDING');
	expect((await stream('text.bin')).status).toBe(200);
	expect(await remove()).toBe('');
	expect(existsSync(join(elsewhere, 'moved', 'linked'))).toBe(false);
});
