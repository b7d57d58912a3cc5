import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { addDialog } from '../../source/tui/dialogs/add/dialog.tsx';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { openCockpit } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';

test('a user browses a folder of 5,000 torrents, narrows it by typing, and takes one', async () => {
	const service = await runService({ flags: ['--no-pex'] });
	const songs = await makeTorrent(await makeFolder(), 'songs', { 'song.ogg': 20_000 });
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
