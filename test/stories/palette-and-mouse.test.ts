import { expect, onTestFinished, test } from 'vitest';
import { type ListService, serveList } from '../programs/list-service.ts';
import { startService, temporaryFolder } from '../programs/service-process.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import type { Session } from '../terminal/pty.ts';
import { confirm, leaves, openCockpitOn, type ScreenSize } from './open-cockpit.ts';
import { choosesRow, click, wheel } from './pointing.ts';

const GiB = 1024 ** 3;
const names = Array.from({ length: 40 }, (_, index) => `number-${String(index).padStart(2, '0')}`);

async function open(size?: ScreenSize): Promise<{ session: Session; service: ListService }> {
	const service = await serveList(
		Object.fromEntries(names.map((name, index) => [name, ((index * 7) % 40) * GiB])),
	);
	const session = await openCockpitOn(service, size);
	await session.shows('40 downloads');
	return { session, service };
}

test('a user types words in any order, finds a command with its key in the palette, and runs it', async () => {
	const { session, service } = await open();
	session.type(':');
	await session.shows('─ Commands ─');
	session.type('download stop');
	await session.shows(/│ +Stop the download +s +│/);
	session.type('\r');
	await session.shows(/number-00 +STOPPED/);
	expect(service.downloads[0]?.status).toBe('STOPPED');
	// Recent commands come first. Unavailable ones show the reason.
	session.type('\x10');
	await session.shows('─ Commands ─');
	session.type('stop the');
	await session.shows('Stop the download (It is stopped already.)');
});

test('a user finds a command that works in another place, and reads where', async () => {
	const { session, service } = await open();
	session.type('2');
	await session.shows('Nothing has happened yet.');
	session.type(':stop the download');
	await session.shows('Stop the download (Only in downloads: 1 leads there.)');
	session.type('\r');
	await session.shows(/^i Only in downloads: 1 leads there\.$/m);
	expect(service.downloads.every(({ status }) => status === 'SEEDING')).toBe(true);
	session.type('1');
	await session.shows('number-00');
	session.type('\r:stop the download');
	await session.shows('Stop the download (Only in the list: esc leads there.)');
});

test('a user in a small window reads every key that works here, grouped by scope', async () => {
	const { session } = await open({ columns: 60, rows: 20 });
	session.type('?');
	await session.shows(/─ Keys \(\d+ more: ↓\) ─/);
	const seen = new Set<string>();
	const look = () => {
		for (const row of session.emulator.rows()) {
			const line = /^│ (.*?) +│$/.exec(row)?.[1];
			if (line !== undefined) seen.add(line);
		}
	};
	look();
	while (/ more: ↓/.test(session.emulator.text())) {
		const before = session.emulator.text();
		session.type('j');
		await until(() => session.emulator.text() !== before);
		look();
	}
	const text = [...seen].join('\n');
	for (const heading of ['The list', 'The list and its details', 'All panes', 'Everywhere']) {
		expect(seen).toContain(heading);
	}
	expect(text).toMatch(/^s +Stop the download$/m);
	expect(text).toMatch(/^z +Details in the whole window, or beside$/m);
	expect(text).toMatch(/^ctrl-c +Quit at once$/m);
	session.type('/');
	await session.shows('─ Commands ─');
});

test('a user clicks a download to move the cursor to it, in a scrolled list too, and double-clicks for its details', async () => {
	const { session } = await open();
	await click(session, 'number-07');
	await choosesRow(session, 'number-07');
	session.type('G');
	await choosesRow(session, 'number-39');
	await click(session, 'number-25');
	await choosesRow(session, 'number-25');
	await click(session, 'number-30', 2);
	await session.shows(/name +number-30/);
	await session.shows('[Overview]');
});

test('a user clicks the title of a column to sort by it, and again to reverse the order', async () => {
	const { session } = await open();
	await click(session, 'SIZE');
	await session.shows('↓SIZE');
	await session.shows(/^number-23 .*\nnumber-00 /m);
	await choosesRow(session, 'number-00');
	await click(session, 'SIZE');
	await session.shows('↑SIZE');
	await session.shows(/^number-00 .*\nnumber-23 /m);
});

test('a user scrolls the list beside the details, and the details beside the list, with the wheel', async () => {
	const { session } = await open({ columns: 160, rows: 16 });
	session.type('v');
	await session.shows('[Overview]');
	await choosesRow(session, 'number-00');
	await wheel(session, 'availability', 1);
	await session.shows(/^number-00 .*│ received/m);
	await choosesRow(session, 'number-00');
	await wheel(session, 'number-02', 2);
	await choosesRow(session, 'number-06');
	// A click into the details focuses them. The wheel over the list still moves the list.
	await click(session, '[Overview]');
	await session.shows('▸ i [Overview]');
	await wheel(session, 'number-02', 1);
	await choosesRow(session, 'number-09');
	await session.shows('▸ i [Overview]');
});

test('a user clicks a tab of the details, the events, the way back, and a hint of the footer', async () => {
	const { session, service } = await open();
	session.type('v');
	await session.shows('[Overview]');
	await click(session, 'Trackers');
	await session.shows('[Trackers]');
	await click(session, '2 Events');
	await session.shows('Nothing has happened yet.');
	await click(session, '1 Downloads');
	await session.shows('[Trackers]');
	await click(session, 'number-03');
	await choosesRow(session, 'number-03');
	await click(session, 's stop');
	await session.shows(/number-03 +STOPPED/);
	expect(service.downloads.flatMap(({ name, status }) => (status === 'STOPPED' ? [name] : []))).toEqual([
		'number-03',
	]);
	// A notice leads to its entry in the journal.
	await click(session, 'i Stopped: number-03');
	await session.shows(/\d\d:\d\d:\d\d info +Stopped: number-03/);
});

test('a user answers a dialog with a click, and a click beside it has no effect', async () => {
	const { session } = await open();
	session.type('d');
	await session.shows('Remove number-00?');
	await click(session, 'number-15');
	await click(session, '2 Events');
	await click(session, 'esc cancel');
	await leaves(session, 'Remove number-00?');
	await choosesRow(session, 'number-00');
	session.type('d');
	await confirm(session, 'Remove number-00?', '');
	await click(session, 'remove it, keep the data');
	await session.shows('1 pending');
	session.type(':stop');
	await click(session, 'Stop the download');
	await session.shows(/number-00 +STOPPED/);
});

test('a user double-clicks an answer, and the second click does not answer the next question', async () => {
	const { session } = await open();
	session.type('d');
	await confirm(session, 'Remove number-00?', '');
	await click(session, 'remove it and delete', 2);
	await session.shows('Delete the data of number-00?');
	await click(session, '   delete ', 2);
	await session.shows('Ignored: the question has just opened.');
	await session.shows('Delete the data of number-00?');
	await confirm(session, 'Delete the data of number-00?', '');
	await click(session, '   delete ');
	await session.shows('1 pending');
});

test('a user clicks a row while typing a filter: the filter stays, and the cursor moves there', async () => {
	const { session } = await open();
	session.type('/3');
	await session.shows('13 of 40');
	await click(session, 'number-32');
	await choosesRow(session, 'number-32');
	await session.shows('? help');
	await session.shows('13 of 40');
});

test('a user clicks a file in the details, which focuses it, and the wheel scrolls', async () => {
	const folder = await temporaryFolder();
	const service = await startService(folder.path, ['--no-pex']);
	onTestFinished(async () => {
		await service.end();
		await folder.remove();
	});
	const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`file-${index + 10}`, 100]));
	const torrent = await makeTorrent(service.downloadFolder, 'many', files);
	await service.client().addDownload({ body: { uri: torrent.path } });
	const session = await openCockpitOn(service);
	await session.shows(/many +SEEDING/);
	session.type('v');
	await session.shows('[Overview]');
	await click(session, 'Files');
	await session.shows('30 of 30 files selected');
	await session.shows('1 of 30');
	await click(session, 'file-12');
	await session.shows('3 of 30');
	await wheel(session, 'file-12', 2);
	await session.shows('9 of 30');
	await click(session, 'many');
	await choosesRow(session, 'many');
	await session.shows('s stop');
});

test('a user quits, and the terminal has the mouse again', async () => {
	const { session } = await open();
	expect(session.mode(1002)).toBe(true);
	session.type('q');
	await until(() => !session.mode(1002));
});
