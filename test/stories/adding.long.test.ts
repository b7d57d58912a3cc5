import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFaults } from '../../source/state/adding/find-sources.ts';
import { addDialog } from '../../source/tui/dialogs/add/dialog.tsx';
import { pathText } from '../../source/tui/dialogs/add/path-texts.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { listed, magnet, prepareShelf, service, shelf, songs } from './adding-scene.ts';

prepareShelf();

test('a user browses a folder of 5,000 torrents, narrows it by typing, and takes one', async () => {
	const many = join(service.folder, 'many');
	await mkdir(many);
	for (let from = 0; from < 5_000; from += 1_000) {
		await Promise.all(
			Array.from({ length: 1_000 }, (_, index) => writeFile(join(many, `file ${from + index}.torrent`), '')),
		);
	}
	await writeFile(join(many, 'the one.torrent'), songs.bytes);
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.press('add', 'add-browse');
	await screen.shows('parent folder');
	user.type(many);
	user.press('browse-open');
	await screen.shows('5001 of 5001 folders and .torrent files');
	user.type('4 9');
	await screen.shows(/^\d+ of 5001 folders/m);
	user.press('browse-delete-to-start');
	user.type('the one');
	await screen.shows('1 of 5001 folders');
	user.press('browse-open');
	await screen.shows(/1 \+ songs/);
	user.press('add-cancel');
	await screen.hides(addDialog.title);
}, 60_000);

test('a user types a pattern and adds the files that it matches', async () => {
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.press('add');
	await screen.shows(pathText.default);
	user.type(`${shelf}/*s.torrent`);
	await screen.shows('2 to add.');
	await screen.shows(/1 \+ films .* 4 files/);
	user.press('add-confirm');
	await screen.shows('Added: 2 downloads');
	expect(await listed()).toHaveLength(2);
});

test('a user selects two files with space, reads their sizes, and adds them', async () => {
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.press('add', 'add-browse');
	await screen.shows('parent folder');
	user.type(`${shelf}/`);
	await screen.shows('songs.torrent');
	await screen.shows(/films\.torrent .* 4 files/);
	await screen.shows(/songs\.torrent .* 1 file$/m);
	user.press('browse-page-down', 'browse-select');
	await screen.shows('● songs.torrent');
	user.press('browse-up', 'browse-select');
	await screen.shows('● films.torrent');
	user.press('browse-leave');
	await screen.shows('2 to add.');
	user.press('add-confirm');
	await screen.shows('Added: 2 downloads');
});

test('a user deselects all samples of a season by a pattern, after reading how many match, and adds it', async () => {
	const episodes = Array.from({ length: 12 }, (_, index) => `S01E${String(index + 1).padStart(2, '0')}`);
	const season = await makeTorrent(
		service.folder,
		'season',
		Object.fromEntries(
			episodes.flatMap((episode) => [
				[`Show.${episode}/Show.${episode}.1080p.mkv`, 3_000],
				[`Show.${episode}/Sample/sample-Show.${episode}.mkv`, 1_000],
			]),
		),
	);
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.press('add');
	user.type(season.path);
	await screen.shows(/1 \+ season .* 24 files/);
	user.press('add-files');
	await screen.shows('24 of 24 files selected');
	user.press('add-files-unwant-like');
	user.type('*sample*');
	await screen.shows(/12 files, 11\.7 KiB/);
	user.press('files-pattern-confirm');
	await screen.shows('12 of 24 files selected');
	// A filter shows the matching files. Filtered-out files stay as they are.
	user.press('add-files-filter');
	user.type('e07 mkv');
	await screen.shows(/filter: e07 mkv .*2 files/);
	await screen.shows(/\[ \] +sample-Show\.S01E07\.mkv/);
	await screen.shows(/\[x\] +Show\.S01E07\.1080p\.mkv/);
	user.press('files-filter-keep', 'add-files-choose');
	await screen.shows('13 of 24 files selected');
	user.press('add-files-undo', 'add-files-clear-filter');
	await screen.shows('12 of 24 files selected');
	user.press('add-files-expand-all');
	await screen.shows('sample-Show.S01E06.mkv');
	user.press('add-files-collapse-all');
	await screen.hides('sample-Show.S01E06.mkv');
	user.press('add-files-close');
	await screen.shows(/1 \+ season .* 12 of 24 files/);
	user.press('add-confirm');
	await screen.shows('Added: season');
	const { files } = await service.client().listFiles({ params: { infohash: season.infohash } });
	expect(files.filter(({ included }) => included)).toHaveLength(12);
	expect(files.filter(({ included, name }) => included && name.includes('sample'))).toEqual([]);
});

test('a user pastes a line of words, links and paths, and none of them is lost', async () => {
	const { user, screen } = await openCockpit(service);
	await screen.shows(downloadsPaneText.none);
	user.paste(`see ${magnet('a', 'One')} and ${songs.path} or /srv/film.mkv`);
	await screen.shows('2 to add, 1 wrong.');
	await screen.shows(/> {2}1 \+ One/);
	await screen.shows(/2 \+ songs/);
	await screen.shows(new RegExp(`3 ✗ /srv/film\\.mkv +${sourceFaults.wrongName.slice(0, 30)}`));
	await screen.shows('ctrl-x drop  ↓ next');
});
