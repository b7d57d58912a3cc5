import { copyFile, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemReasons } from '../../source/service/http/http-error.ts';
import { watchText } from '../../source/service/watch/watch-folder.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { recordEvents } from '../fixtures/recorded-events.ts';
import { downloadsOf, runService, runServiceProcess, type TestService } from '../fixtures/service.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { runs } from '../runs.ts';

/** Kills while files are added. */
const KILLS = runs(2);

const times = (service: TestService, text: string) => service.output().split(text).length - 1;

async function make(name: string) {
	return makeTorrent(await makeFolder(), name, { [`${name}.bin`]: 20_000 });
}

async function download(service: TestService, infohash: string) {
	return until(async () => (await downloadsOf(service)).find((each) => each.infohash === infohash));
}

test('watch folders add with their label, its destination, and their own fate of the files', async () => {
	const drop = await makeFolder();
	const folders = ['films', 'music', 'plain'].map((name) => join(drop, name));
	const [films = '', music = '', plain = ''] = folders;
	for (const folder of folders) await mkdir(folder);
	const made = await Promise.all(['film', 'song', 'other'].map(make));
	const [film, song, other] = made;
	if (!film || !song || !other) throw new Error('a torrent is missing');
	const service = await runService({
		flags: ['--watch-folder', plain],
		settings: {
			watch_folders: [
				{ folder: films, label: 'films', after: 'move' },
				{ folder: music, label: 'music', after: 'delete' },
			],
		},
	});
	const destination = join(service.folder, 'of films');
	await service.client().createLabel({ params: { name: 'films' }, body: { destination } });
	await copyFile(film.path, join(films, 'film.torrent'));
	await copyFile(song.path, join(music, 'song.torrent'));
	await copyFile(other.path, join(plain, 'other.torrent'));
	expect(await download(service, film.infohash)).toMatchObject({ label: 'films', destination });
	// An unknown label is created, as by a request.
	expect(await download(service, song.infohash)).toMatchObject({
		label: 'music',
		destination: service.downloadFolder,
	});
	expect(await download(service, other.infohash)).toMatchObject({ label: '' });
	await until(async () => (await readdir(films)).join() === 'added');
	expect(await readdir(join(films, 'added'))).toEqual(['film.torrent']);
	await until(async () => (await readdir(music)).length === 0);
	await until(async () => (await readdir(plain)).join() === 'other.torrent.added');

	// A removed label leaves the downloads, and returns with the next file. A repeated file changes no download.
	await service.client().removeLabel({ params: { name: 'music' } });
	await copyFile(song.path, join(music, 'song.torrent'));
	await until(() => times(service, watchText.repeated('song.torrent')) === 1);
	expect(await download(service, song.infohash)).toMatchObject({ label: '' });
	const next = await make('next');
	await copyFile(next.path, join(music, 'next.torrent'));
	expect(await download(service, next.infohash)).toMatchObject({ label: 'music' });
	await writeFile(join(music, 'bad.torrent'), 'no torrent');
	await until(async () => (await readdir(music)).join() === 'bad.torrent.corrupt');
	// Added again under the same name: the first one stays.
	await copyFile(film.path, join(films, 'film.torrent'));
	await until(async () => (await readdir(join(films, 'added'))).join() === 'film.torrent,film.torrent.2');
	expect(await downloadsOf(service)).toHaveLength(4);
});

test('a file that cannot be renamed is added once, also after a restart and a removal', async () => {
	const drop = await makeFolder();
	const long = await make('long');
	// With its ending '.added', the name would be too long.
	const name = `${'n'.repeat(247)}.torrent`;
	await copyFile(long.path, join(drop, name));
	const service = await runServiceProcess({ flags: ['--watch-label', `films=${drop}`] });
	expect(await download(service, long.infohash)).toMatchObject({ label: 'films' });
	const isLeft = containing(watchText.left(join(drop, name), systemReasons.ENAMETOOLONG));
	await until(() => isLeft.test(service.output()));
	await service.client().removeDownload({ params: { infohash: long.infohash }, body: { remove_data: true } });
	await service.end('SIGKILL');
	await service.restart();
	await until(() => isLeft.test(service.output()));
	const last = await make('last');
	await copyFile(last.path, join(drop, 'last.torrent'));
	await download(service, last.infohash);
	expect(await downloadsOf(service)).toHaveLength(1);
	// A file is renamed after its download is listed.
	await until(async () => (await readdir(drop)).sort().join() === ['last.torrent.added', name].join());
});

test('an added file is not moved through a link', async () => {
	const [drop, outside] = [await makeFolder(), await makeFolder()];
	await symlink(outside, join(drop, 'added'));
	const torrent = await make('linked');
	await copyFile(torrent.path, join(drop, 'linked.torrent'));
	const service = await runService({
		settings: { watch_folders: [{ folder: drop, label: 'films', after: 'move' }] },
	});
	await download(service, torrent.infohash);
	const reason = watchText.notAFolder(join(drop, 'added'));
	const isLeft = containing(watchText.left(join(drop, 'linked.torrent'), reason));
	await until(() => isLeft.test(service.output()));
	expect(await readdir(outside)).toEqual([]);
});

test('an unreadable folder is reported to cockpits, and stops no other', async () => {
	const [first, second] = [await makeFolder(), await makeFolder()];
	const service = await runService({
		flags: ['--watch-label', `one=${first}`, '--watch-label', `two=${second}`],
	});
	const events = await recordEvents(service.client());
	await rm(first, { recursive: true });
	await writeFile(first, '');
	await events.event('tribler_exception');
	const torrent = await make('readable');
	await copyFile(torrent.path, join(second, 'readable.torrent'));
	expect(await download(service, torrent.infohash)).toMatchObject({ label: 'two' });
	await rm(first);
	await mkdir(first);
	await until(() => times(service, watchText.readable(first)) === 1);
	expect(events.of('tribler_exception')).toHaveLength(1);
});

test(`${KILLS} kills while files are added lose no file, and add none twice`, async () => {
	const drop = await makeFolder();
	const service = await runServiceProcess({ flags: ['--watch-label', `films=${drop}`] });
	const expected: string[] = [];
	const isAdded = containing(watchText.added(ANY, 'films'));
	for (let kill = 0; kill < KILLS; kill++) {
		const torrents = await Promise.all(
			Array.from({ length: 12 }, (_, index) => make(`file-${kill}-${index}`)),
		);
		for (const { path, infohash } of torrents) {
			await copyFile(path, join(drop, `${infohash}.torrent`));
			expected.push(infohash);
		}
		// At another place of the additions each time.
		await until(
			() =>
				service
					.output()
					.split('\n')
					.filter((line) => isAdded.test(line)).length >
				kill * 2,
		);
		await service.end('SIGKILL');
		await service.restart();
	}
	const isRenamed = (name: string) => name.endsWith('.torrent.added');
	await until(async () => (await readdir(drop)).filter(isRenamed).length === expected.length);
	expect((await readdir(drop)).filter((name) => !isRenamed(name))).toEqual([]);
	const found = await downloadsOf(service);
	expect(found.map(({ infohash }) => infohash).sort()).toEqual(expected.sort());
	expect(found.every(({ label }) => label === 'films')).toBe(true);
}, 120_000);

test('more files than a scan examines are all added', async () => {
	const drop = await makeFolder();
	const pad = (number: number) => String(number).padStart(4, '0');
	// These stay: they are not regular files.
	for (let number = 0; number < 1_010; number++) await mkdir(join(drop, `${pad(number)}.torrent`));
	const torrent = await make('behind');
	await copyFile(torrent.path, join(drop, 'zz.torrent'));
	const service = await runService({ flags: ['--watch-folder', drop] });
	await download(service, torrent.infohash);
	await until(async () => (await readdir(drop)).includes('zz.torrent.added'));
});
