import { copyFile, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemReasons } from '../../source/service/http/http-error.ts';
import { watchText } from '../../source/service/watch/watch-folder.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { recordEvents } from '../fixtures/recorded-events.ts';
import {
	downloadsOf,
	runService,
	runServiceProcess,
	type TestService,
	type TestServiceProcess,
} from '../fixtures/service.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** Folder of all watch folders. */
let drop: string;
let first: TestServiceProcess;

const names = ['films', 'music', 'plain', 'linked', 'one', 'two', 'long', 'killed'] as const;
const folderOf = (name: (typeof names)[number]) => join(drop, name);

/** Options of a service that watches all folders. */
function watching() {
	return {
		flags: ['--watch-folder', folderOf('plain')],
		settings: {
			watch_folders: [
				{ folder: folderOf('films'), label: 'films', after: 'move' },
				{ folder: folderOf('music'), label: 'music', after: 'delete' },
				{ folder: folderOf('linked'), label: 'linked', after: 'move' },
				...(['one', 'two', 'long', 'killed'] as const).map((name) => ({
					folder: folderOf(name),
					label: name,
				})),
			],
		},
	};
}

beforeAll(async () => {
	drop = await makeFolder();
	for (const name of names) await mkdir(folderOf(name));
	first = await runServiceProcess(watching());
});

const times = (service: TestService, text: string) => service.output().split(text).length - 1;

async function make(name: string) {
	return makeTorrent(await makeFolder(), name, { [`${name}.bin`]: 20_000 });
}

async function download(service: TestService, infohash: string) {
	return until(async () => (await downloadsOf(service)).find((each) => each.infohash === infohash));
}

test('watch folders add with their label, its destination, and their own fate of the files', async () => {
	const [films, music, plain] = [folderOf('films'), folderOf('music'), folderOf('plain')];
	const made = await Promise.all(['film', 'song', 'other'].map(make));
	const [film, song, other] = made;
	if (!film || !song || !other) throw new Error('a torrent is missing');
	const destination = join(first.folder, 'of films');
	await first.client().createLabel({ params: { name: 'films' }, body: { destination } });
	await copyFile(film.path, join(films, 'film.torrent'));
	await copyFile(song.path, join(music, 'song.torrent'));
	await copyFile(other.path, join(plain, 'other.torrent'));
	expect(await download(first, film.infohash)).toMatchObject({ label: 'films', destination });
	// An unknown label is created, as by a request.
	expect(await download(first, song.infohash)).toMatchObject({
		label: 'music',
		destination: first.downloadFolder,
	});
	expect(await download(first, other.infohash)).toMatchObject({ label: '' });
	await until(async () => (await readdir(films)).join() === 'added');
	expect(await readdir(join(films, 'added'))).toEqual(['film.torrent']);
	await until(async () => (await readdir(music)).length === 0);
	await until(async () => (await readdir(plain)).join() === 'other.torrent.added');

	// A removed label leaves the downloads, and returns with the next file. A repeated file changes no download.
	await first.client().removeLabel({ params: { name: 'music' } });
	await copyFile(song.path, join(music, 'song.torrent'));
	await until(() => times(first, watchText.repeated('song.torrent')) === 1);
	expect(await download(first, song.infohash)).toMatchObject({ label: '' });
	const next = await make('next');
	await copyFile(next.path, join(music, 'next.torrent'));
	expect(await download(first, next.infohash)).toMatchObject({ label: 'music' });
	await writeFile(join(music, 'bad.torrent'), 'no torrent');
	await until(async () => (await readdir(music)).join() === 'bad.torrent.corrupt');
	// Added again under the same name: the first one stays.
	await copyFile(film.path, join(films, 'film.torrent'));
	await until(async () => (await readdir(join(films, 'added'))).join() === 'film.torrent,film.torrent.2');
	expect(await downloadsOf(first)).toHaveLength(4);
});

test('an added file is not moved through a link', async () => {
	const outside = await makeFolder();
	await symlink(outside, join(folderOf('linked'), 'added'));
	const torrent = await make('linked');
	await copyFile(torrent.path, join(folderOf('linked'), 'linked.torrent'));
	await download(first, torrent.infohash);
	const reason = watchText.notAFolder(join(folderOf('linked'), 'added'));
	const isLeft = containing(watchText.left(join(folderOf('linked'), 'linked.torrent'), reason));
	await until(() => isLeft.test(first.output()));
	expect(await readdir(outside)).toEqual([]);
});

test('an unreadable folder is reported to cockpits, and stops no other', async () => {
	const events = await recordEvents(first.client());
	await rm(folderOf('one'), { recursive: true });
	await writeFile(folderOf('one'), '');
	await events.event('tribler_exception');
	const torrent = await make('readable');
	await copyFile(torrent.path, join(folderOf('two'), 'readable.torrent'));
	expect(await download(first, torrent.infohash)).toMatchObject({ label: 'two' });
	await rm(folderOf('one'));
	await mkdir(folderOf('one'));
	await until(() => times(first, watchText.readable(folderOf('one'))) === 1);
	expect(events.of('tribler_exception')).toHaveLength(1);
});

describe('after a kill while files are added', () => {
	/** With its ending '.added', the name would be too long. */
	const longName = `${'n'.repeat(247)}.torrent`;
	let service: TestService;
	/** Infohash of the download of that file, which was removed. */
	let long: string;
	/** Infohashes of the torrents that are being added. */
	let expected: readonly string[];

	const isLeft = () =>
		containing(watchText.left(join(folderOf('long'), longName), systemReasons.ENAMETOOLONG));

	beforeAll(async () => {
		const made = await make('long');
		long = made.infohash;
		await copyFile(made.path, join(folderOf('long'), longName));
		expect(await download(first, long)).toMatchObject({ label: 'long' });
		await until(() => isLeft().test(first.output()));
		await first.client().removeDownload({ params: { infohash: long }, body: { remove_data: true } });

		const torrents = await Promise.all(Array.from({ length: 12 }, (_, index) => make(`file-${index}`)));
		expected = torrents.map(({ infohash }) => infohash).sort();
		for (const { path, infohash } of torrents)
			await copyFile(path, join(folderOf('killed'), `${infohash}.torrent`));
		const isAdded = containing(watchText.added(ANY, 'killed'));
		await until(() => isAdded.test(first.output()));
		await first.end('SIGKILL');
		service = await runService({ folder: first.folder, ...watching() });
	});

	test('no file is lost, and none is added twice', async () => {
		const isRenamed = (name: string) => name.endsWith('.torrent.added');
		const folder = folderOf('killed');
		await until(async () => (await readdir(folder)).filter(isRenamed).length === expected.length);
		expect((await readdir(folder)).filter((name) => !isRenamed(name))).toEqual([]);
		const found = (await downloadsOf(service)).filter(({ label }) => label === 'killed');
		expect(found.map(({ infohash }) => infohash).sort()).toEqual(expected);
	});

	test('a file that cannot be renamed is added once, also after a restart and a removal', async () => {
		await until(() => isLeft().test(service.output()));
		const last = await make('last');
		await copyFile(last.path, join(folderOf('long'), 'last.torrent'));
		await download(service, last.infohash);
		expect((await downloadsOf(service)).map(({ infohash }) => infohash)).not.toContain(long);
		// A file is renamed after its download is listed.
		await until(
			async () => (await readdir(folderOf('long'))).sort().join() === ['last.torrent.added', longName].join(),
		);
	});
});
