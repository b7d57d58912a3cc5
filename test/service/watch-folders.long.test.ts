import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemReasons } from '../../source/service/http/http-error.ts';
import { watchText } from '../../source/service/watch/watch-folder.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { downloadsOf, runService, runServiceProcess } from '../fixtures/service.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { download, make, times } from './watch-folders-scene.ts';

/** Kills while files are added. */
const KILLS = 8;

test(`${KILLS} kills while files are added lose no file, and add none twice`, async () => {
	const drop = await makeFolder();
	const data = await makeFolder();
	const service = await runServiceProcess({ flags: ['--watch-label', `films=${drop}`] });
	const expected: string[] = [];
	const isAdded = containing(watchText.added(ANY, 'films'));
	for (let kill = 0; kill < KILLS; kill++) {
		const names = Array.from({ length: 12 }, (_, index) => `file-${kill}-${index}`);
		for (const { path, infohash } of await Promise.all(
			names.map((name) => makeTorrent(data, name, { [`${name}.bin`]: 20_000 })),
		)) {
			await copyFile(path, join(drop, `${infohash}.torrent`));
			expected.push(infohash);
		}
		// At another place of the additions each time.
		await until(() => {
			const added = service
				.output()
				.split('\n')
				.filter((line) => isAdded.test(line));
			return added.length > kill;
		});
		await service.end('SIGKILL');
		await service.restart();
	}
	const isRenamed = (name: string) => name.endsWith('.torrent.added');
	await until(async () => (await readdir(drop)).filter(isRenamed).length === expected.length);
	expect((await readdir(drop)).filter((name) => !isRenamed(name))).toEqual([]);
	const found = await downloadsOf(service);
	expect(found.map(({ infohash }) => infohash).sort()).toEqual(expected.sort());
	expect(found.every(({ label }) => label === 'films')).toBe(true);
}, 300_000);

test('more files than a scan examines are all added', async () => {
	const drop = await makeFolder();
	// They stay: they are not regular files.
	for (let number = 0; number < 1_010; number++)
		await mkdir(join(drop, `${String(number).padStart(4, '0')}.torrent`));
	const service = await runService({ flags: ['--watch-folder', drop] });
	const torrent = await makeTorrent(await makeFolder(), 'behind', { 'behind.bin': 20_000 });
	await copyFile(torrent.path, join(drop, 'zz.torrent'));
	await until(async () => (await downloadsOf(service)).some(({ infohash }) => infohash === torrent.infohash));
	await until(async () => (await readdir(drop)).includes('zz.torrent.added'));
});

test('a repeated file changes no download, and its name in the folder of added files is another one', async () => {
	const [films, music] = [await makeFolder(), await makeFolder()];
	const service = await runService({
		settings: {
			watch_folders: [
				{ folder: films, label: 'films', after: 'move' },
				{ folder: music, label: 'music', after: 'delete' },
			],
		},
	});
	const [film, song, next] = [await make('film'), await make('song'), await make('next')];
	await copyFile(film.path, join(films, 'film.torrent'));
	await copyFile(song.path, join(music, 'song.torrent'));
	expect(await download(service, film.infohash)).toMatchObject({ label: 'films' });
	expect(await download(service, song.infohash)).toMatchObject({ label: 'music' });
	await until(async () => (await readdir(films)).join() === 'added');
	await until(async () => (await readdir(music)).length === 0);
	// A removed label leaves the downloads, and returns with the next file.
	await service.client().removeLabel({ params: { name: 'music' } });
	await copyFile(song.path, join(music, 'song.torrent'));
	await until(() => times(service, watchText.repeated('song.torrent')) === 1);
	expect(await download(service, song.infohash)).toMatchObject({ label: '' });
	await copyFile(next.path, join(music, 'next.torrent'));
	expect(await download(service, next.infohash)).toMatchObject({ label: 'music' });
	await writeFile(join(music, 'bad.torrent'), 'no torrent');
	await until(async () => (await readdir(music)).join() === 'bad.torrent.corrupt');
	// Added again under the same name: the first one stays.
	await copyFile(film.path, join(films, 'film.torrent'));
	await until(async () => (await readdir(join(films, 'added'))).join() === 'film.torrent,film.torrent.2');
	expect(await downloadsOf(service)).toHaveLength(3);
});

test('a file that cannot be renamed is added once, also after a restart and a removal', async () => {
	const drop = await makeFolder();
	const service = await runService({ flags: ['--watch-folder', drop] });
	// With its ending '.added', the name would be too long.
	const longName = `${'n'.repeat(247)}.torrent`;
	const isLeft = containing(watchText.left(join(drop, longName), systemReasons.ENAMETOOLONG));
	const { path, infohash } = await make('long');
	await copyFile(path, join(drop, longName));
	await download(service, infohash);
	await until(() => isLeft.test(service.output()));
	await service.client().removeDownload({ params: { infohash }, body: { remove_data: true } });
	await service.end();
	await service.restart();
	await until(() => isLeft.test(service.output()));
	const last = await make('last');
	await copyFile(last.path, join(drop, 'last.torrent'));
	await download(service, last.infohash);
	expect((await downloadsOf(service)).map((each) => each.infohash)).toEqual([last.infohash]);
	// A file is renamed after its download is listed.
	await until(async () => (await readdir(drop)).sort().join() === ['last.torrent.added', longName].join());
});
