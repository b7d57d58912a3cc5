import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { saveFileText } from '../../source/runtime/save-file.ts';
import { dhtText } from '../../source/service/engine/dht-port.ts';
import { pathDialogText } from '../../source/tui/dialogs/save/path-dialog.tsx';
import { saveTorrentTitle } from '../../source/tui/panes/downloads/dialogs/save-torrent.ts';
import { healthText } from '../../source/tui/panes/downloads/tabs/health/text.ts';
import { peersText } from '../../source/tui/panes/downloads/tabs/peers/tab.tsx';
import { piecesText } from '../../source/tui/panes/downloads/tabs/pieces/tab.tsx';
import { makeFolder } from '../fixtures/folder.ts';
import { noise } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { open, openWithPlayer, testForeignHealth } from './details-cases.ts';
import { coming, here, prepareDetails, reason, refusingUrl, service } from './details-scene.ts';

prepareDetails();

/** Returns the visible rows of peers, from the top: their rates. */
const peerRates = (rows: readonly string[]) =>
	rows.flatMap((row) => /^▌?127\.0\.0\.1:\d+ .* 100% +(\d+(?:\.\d)?) KiB /.exec(row)?.[1] ?? []);

test('a user opens the peers, reads the meaning of their flags, and sorts them by rate', async () => {
	const { user, screen, list } = await open(service);
	await list.shows('旅行 film', 'DOWNLOADING');
	user.press('tab-peers');
	await screen.shows(/127\.0\.0\.1:\d+: (L we|R it) connected to (it|us), D we want its data and it sends/);
	await until(() => peerRates(screen.rows()).length === 2);
	user.press('peers-sort', 'peers-sort', 'peers-sort', 'peers-sort');
	await screen.shows('↓DOWN/S');
	await until(() => Number(peerRates(screen.rows())[0]) > Number(peerRates(screen.rows())[1]));
	user.press('peers-sort-backwards');
	await screen.shows('↑DOWN/S');
	await until(() => Number(peerRates(screen.rows())[0]) < Number(peerRates(screen.rows())[1]));
	user.press('last');
	await screen.shows('2 of 2');
});

test('a user reads the whole error of a tracker', async () => {
	const { user, screen, list } = await open(service, { columns: 60, rows: 20 });
	await list.shows('旅行 film', 'DOWNLOADING');
	user.press('tab-trackers', 'details-full');
	await screen.shows(/^[ ▌]?http:\/\/127\.0\.0\.1:\d+\/announce +Working/m);
	user.press('down');
	await screen.shows(new RegExp(`^─+\n^${refusingUrl}$`, 'm'));
	const shown = () => screen.text().replaceAll(/\s+/g, ' ');
	await until(() => shown().includes(reason));
	expect(screen.text()).toContain('● 127');
});

test('a user watches the pieces in a map that fits the window', async () => {
	const { user, screen, list } = await open(service, { columns: 80, rows: 24 });
	await list.shows('旅行 film', 'DOWNLOADING');
	user.press('tab-pieces', 'details-full');
	const count = () => Number(/^(\d+) of 611 pieces here \(/m.exec(screen.text())?.[1] ?? -1);
	await until(() => count() >= 0);
	const before = count();
	await until(() => count() > before && /[█▓▒]/.test(screen.text()));
	await screen.shows(new RegExp(`${piecesText.availability}${piecesText.copies('[2-3]\\.\\d\\d')}`));
	await screen.shows('[█] all [▓] most [▒] some [░] none  a cell is a piece');
	screen.resize(40, 10);
	await screen.shows(/\[█\] all.*\n/);
	await screen.shows(/^\d+ of 611 pieces here/m);
});

test('a user moves from download to download with maximized details', async () => {
	const { user, screen, list } = await open(service, { columns: 80, rows: 24 });
	await list.shows('旅行 film', 'DOWNLOADING');
	user.press('tab-overview', 'details-full');
	await screen.shows(/name +旅行 film/);
	user.press('next-download');
	await screen.shows(/name +nested/);
	user.press('previous-download', 'next-tab', 'next-tab');
	await screen.shows('[Peers]');
	await screen.shows(/127\.0\.0\.1:\d+ .* 100% /);
	user.press('next-download');
	await screen.shows(peersText.none);
});

test('a user checks the health of a swarm, and reads each result in the tab', async () => {
	const { user, screen, list } = await open(service);
	await list.shows('旅行 film', 'DOWNLOADING');
	user.press('tab-health');
	await screen.shows(healthText.unchecked);
	await screen.offers('check-health');
	user.press('check-health');
	await screen.shows(dhtText.disabled);
	await screen.shows(/● 127/);
	await screen.offers('check-health');
});

testForeignHealth([['8.4', ['5 seeds, 2 peers, checked']]]);

test('a user copies the address of the largest file without the key, and it works with the key', async () => {
	const { user, screen, session, list } = await open(service, { env: { TMUX: undefined, STY: undefined } });
	await list.shows('nested', 'SEEDING');
	user.press('down', 'stream');
	await screen.shows('a/big one.bin, 87.9 KiB');
	await screen.shows('header X-Api-Key');
	user.press('stream-copy');
	await screen.shows('The address of a/big one.bin is copied');
	const [, base64 = ''] = /\x1b\]52;c;([\w+/=]+)\x07/.exec(session.bytes) ?? [];
	const url = Buffer.from(base64, 'base64').toString();
	expect(url).toBe(`${service.url}/downloads/${here.infohash}/stream/0`);
	expect(session.bytes).not.toContain(service.key);
	expect((await fetch(url)).status).toBe(401);
	const answer = await fetch(url, { headers: { 'x-api-key': service.key, range: 'bytes=10-19' } });
	expect(Buffer.from(await answer.arrayBuffer())).toEqual(noise('a/big one.bin', 90_000).subarray(10, 20));
});

test('a user opens a file in a player by an address without a key, and reads about a failure', async () => {
	const folder = await makeFolder();
	const player = join(folder, 'player.mjs');
	const played = join(folder, 'played');
	await writeFile(
		player,
		`import { writeFileSync } from 'node:fs';
		const [, , url, target] = process.argv;
		const answer = await fetch(url, { headers: { range: 'bytes=100-' } });
		writeFileSync(target, Buffer.from(await answer.arrayBuffer()));
		writeFileSync(target + '.txt', answer.status + ' ' + answer.headers.get('content-range') + ' ' + url);
		process.exit(3);`,
	);
	const command = `'${process.execPath}' "${player}" {url} '${played}'`;
	const { user, screen, list } = await openWithPlayer(service, command);
	await list.shows('nested', 'SEEDING');
	user.press('down', 'stream');
	await screen.offers('stream-play');
	user.press('stream-play');
	await screen.shows(/ended with code 3/);
	const output = await readFile(`${played}.txt`, 'utf8');
	expect(output).toMatch(/^206 bytes 100-89999\/90000 http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
	expect((await readFile(played)).equals(noise('a/big one.bin', 90_000).subarray(100))).toBe(true);
});

test('a user saves the .torrent file, and is asked before an existing file is replaced', async () => {
	const { user, screen, list } = await open(service);
	const folder = await makeFolder();
	const target = join(folder, 'saved here.torrent');
	const saveAs = (path: string) => {
		user.press('save-torrent-delete-to-start');
		user.type(path);
		user.press('save-torrent-confirm');
	};
	await list.shows('旅行 film', 'DOWNLOADING');
	user.press('save-torrent');
	await screen.shows(/旅行 film\.torrent/);
	saveAs(join(folder, 'nowhere/x.torrent'));
	await screen.shows(saveFileText.noFolder(join(folder, 'nowhere')));
	saveAs(target);
	await screen.shows('✓ Saved the .torrent file of 旅行 film');
	expect((await readFile(target)).equals(coming.bytes)).toBe(true);
	await writeFile(target, 'something else');
	user.press('save-torrent');
	await screen.shows(saveTorrentTitle);
	saveAs(target);
	await screen.shows(pathDialogText.exists);
	expect(await readFile(target, 'utf8')).toBe('something else');
	user.press('save-torrent-overwrite');
	await until(async () => (await readFile(target)).equals(coming.bytes));
});
