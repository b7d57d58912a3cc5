import { copyFile, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { watchText } from '../../source/service/watch/watch-folder.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { recordEvents } from '../fixtures/recorded-events.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { containing } from '../programs/message-pattern.ts';
import { until } from '../programs/until.ts';
import { download, make, times } from './watch-folders-scene.ts';

/** Folder of all watch folders. */
let drop: string;
let first: TestService;

const names = ['films', 'music', 'plain', 'linked', 'one', 'two'] as const;
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
				...(['one', 'two'] as const).map((name) => ({
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
	first = await runService(watching());
});

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
