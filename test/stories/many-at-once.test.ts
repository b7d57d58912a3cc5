import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { servePatiently } from '../programs/patient-service.ts';
import {
	type RunningService,
	startService,
	type TemporaryFolder,
	temporaryFolder,
} from '../programs/service-process.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { confirm, leaves, marks, openCockpitOn } from './open-cockpit.ts';

const numbered = (prefix: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`);
const names = [...numbered('film', 24), ...numbered('song', 4)];
let folder: TemporaryFolder;
let service: RunningService;

/** Adds a download of 20,000 bytes that is complete. */
async function addComplete(name: string): Promise<void> {
	const { path } = await makeTorrent(service.downloadFolder, name, { [`${name}.bin`]: 20_000 });
	await service.client().addDownload({ body: { uri: path } });
}

async function statuses(): Promise<Map<string, string>> {
	const { downloads } = await service.client().listDownloads();
	return new Map(downloads.map(({ name, status }) => [name, status]));
}

/** Waits until exactly these are stopped. */
async function stopped(expected: readonly string[]): Promise<void> {
	await until(async () => {
		const found = [...(await statuses())].flatMap(([name, status]) => (status === 'STOPPED' ? [name] : []));
		return found.toSorted().join() === expected.toSorted().join();
	});
}

beforeAll(async () => {
	folder = await temporaryFolder();
	service = await startService(folder.path, ['--no-pex']);
	for (const name of names) await addComplete(name);
	await until(async () => [...(await statuses()).values()].every((status) => status === 'SEEDING'));
});

afterEach(async () => {
	const client = service.client();
	for (const { infohash, status } of (await client.listDownloads()).downloads) {
		if (status === 'STOPPED')
			await client.changeDownload({ params: { infohash }, body: { state: 'resume' } });
	}
	await stopped([]);
});

afterAll(async () => {
	await service?.end();
	await folder?.remove();
});

const open = (size?: { columns: number; rows: number }) => openCockpitOn(service, size);

test('a user starts a range, moves down and up, and stops the rows in between', async () => {
	const session = await open();
	await session.shows('28 SEEDING');
	session.type('jVjjj');
	await marks(session, names.slice(1, 5));
	session.type('k');
	await marks(session, names.slice(1, 4));
	session.type('s');
	await session.shows('Stopped: 3 downloads');
	await stopped(names.slice(1, 4));
	// This ends the range: the cursor is free, the selection stays.
	session.type('jj');
	await marks(session, names.slice(1, 4));
});

test('a user selects with shift and the arrow keys, skips some, and selects more', async () => {
	const session = await open();
	await session.shows('28 SEEDING');
	session.type('\x1b[1;2B\x1b[1;2B');
	await marks(session, names.slice(0, 3));
	session.type('\x1b[B\x1b[B\x1b[1;2B');
	await marks(session, [...names.slice(0, 3), ...names.slice(4, 6)]);
	session.type('\x1b[1;2A');
	await marks(session, [...names.slice(0, 3), ...names.slice(4, 5)]);
});

test('a user selects all matches of a filter, and they stay selected when it is cleared', async () => {
	const session = await open({ columns: 80, rows: 40 });
	await session.shows('28 SEEDING');
	session.type('/song\r');
	await session.shows('4 of 28 downloads');
	session.type('A');
	await session.shows('4 selected');
	session.type('/\x15\r');
	await session.shows('film-01');
	await marks(session, names.slice(24));
	session.type('s');
	await stopped(names.slice(24));
});

test('a user inverts the selection, and stop and resume are offered only if some rows need them', async () => {
	const session = await open({ columns: 120, rows: 40 });
	await session.shows('28 SEEDING');
	session.type('  ');
	await session.shows('2 selected');
	await session.shows('s stop');
	expect(session.emulator.text()).not.toContain('r resume');
	session.type('s');
	await session.shows('r resume');
	await leaves(session, 's stop');
	session.type('I');
	await session.shows('26 selected');
	await session.shows('s stop');
	await leaves(session, 'r resume');
	await stopped(names.slice(0, 2));
});

test('a user stops, resumes and rechecks the selection: each of its downloads gets the request, and no other', async () => {
	const six = await servePatiently([...numbered('film', 3), ...numbered('song', 3)]);
	const session = await openCockpitOn(six);
	await session.shows('6 SEEDING');
	session.type('/song\rA');
	await marks(session, numbered('song', 3));
	const given = (state: string) => numbered('song', 3).map((name) => [name, { state }]);
	session.type('s');
	await session.shows(/3 STOP(PED)?\b/);
	expect(six.orders.toSorted()).toEqual(given('stop'));
	session.type('r');
	await session.shows('6 SEEDING');
	expect(six.orders.slice(3).toSorted()).toEqual(given('resume'));
	session.type('c');
	await until(() => six.orders.length === 9);
	expect(six.orders.slice(6).toSorted()).toEqual(given('recheck'));
	await marks(session, numbered('song', 3));
});

test('a user is asked before more than twenty are stopped: how many, which, and which are skipped', async () => {
	const session = await open();
	await session.shows('28 SEEDING');
	session.type(' s');
	await session.shows('1 STOPPED');
	session.type('As');
	await session.shows('Stop 27 downloads?');
	await session.shows('film-02');
	await session.shows(/Stop 27 downloads\? +1-\d+ of 27/);
	await session.shows('1 more is stopped already and left alone.');
	session.type('\x1b');
	await leaves(session, 'Stop 27 downloads?');
	await stopped(names.slice(0, 1));
	session.type('s');
	await confirm(session, 'Stop 27 downloads?', '\r');
	await session.shows('Stopped: 27 downloads');
	await stopped(names);
	await session.shows('28 STOPPED');
	session.type('r');
	await confirm(session, 'Resume 28 downloads?', 'y');
	await stopped([]);
});

test('a user selects a row, filters it out, and is asked before it is changed', async () => {
	const session = await open();
	await session.shows('28 SEEDING');
	session.type(' /song\r');
	await session.shows('4 of 28 downloads');
	session.type(' s');
	await session.shows('Stop 2 downloads?');
	await session.shows('1 of them is hidden by the filter.');
	session.type('\x1b');
	await leaves(session, 'Stop 2 downloads?');
	session.type('d');
	await session.shows('Remove 2 downloads?');
	await session.shows('1 of them is hidden by the filter.');
	session.type('n');
	await leaves(session, 'Remove 2 downloads?');
	await stopped([]);
});

test('a user removes several with their data, after reading how many, which, and how much is freed', async () => {
	const extra = ['extra-a', 'extra-b', 'extra-c'];
	for (const name of extra) await addComplete(name);
	const session = await open();
	await session.shows('31 SEEDING');
	session.type('/extra\r');
	await session.shows('3 of 31 downloads');
	session.type('Ad');
	await session.shows('Remove 3 downloads?');
	for (const name of extra) await session.shows(new RegExp(`│ ${name} `));
	await session.shows('delete 58.6 KiB from the disk');
	await confirm(session, 'Remove 3 downloads?', 'D');
	await session.shows('Delete the data of 3 downloads?');
	await session.shows('58.6 KiB deleted from the disk');
	await confirm(session, 'This cannot be undone.', 'y');
	await session.shows('Removed with their data: 3 downloads');
	// Each failure can be identified: by its name, infohash and folder.
	session.type('2/extra-b\r');
	await session.shows(/Removed with its data: extra-b \(infohash [0-9a-f]/);
	session.type('v');
	await session.shows(/[0-9a-f]{40}; data deleted/);
	for (const name of extra) {
		await expect(stat(join(service.downloadFolder, name))).rejects.toThrow('ENOENT');
	}
	expect((await statuses()).size).toBe(28);
	expect((await stat(join(service.downloadFolder, 'film-01'))).isDirectory()).toBe(true);
});

test('a user watches the progress of forty requests and cancels; unsent ones have no effect', async () => {
	const slow = await servePatiently(numbered('slow', 40));
	slow.patient = true;
	const session = await openCockpitOn(slow, { columns: 100, rows: 24 });
	await session.shows('40 SEEDING');
	session.type('As');
	await confirm(session, 'Stop 40 downloads?', '\r');
	await session.shows('Stopping 40 downloads');
	await session.shows('0 of 40');
	await until(() => slow.waiting() === 4);
	slow.answer(4);
	await session.shows('4 of 40');
	await session.shows('x cancel the rest');
	// The list still updates during the batch.
	await session.shows(/4 STOP(PED)?\b/);
	await until(() => slow.waiting() === 4);
	session.type('x');
	await session.shows('the rest is cancelled');
	slow.answer(4);
	await session.shows('Stopped: 8 of 40 downloads, the rest is cancelled');
	expect(slow.orders).toHaveLength(8);
	await session.shows('32 SEEDING  8 STOPPED');
	await leaves(session, 'pending');
});

test('a user sees some of many requests fail: each is listed with its reason, and can be opened or selected', async () => {
	const some = await servePatiently(numbered('some', 12));
	for (const index of [3, 7]) {
		const download = some.downloads[index];
		if (download) download.refuses = `The disk of ${download.name} is busy.`;
	}
	const session = await openCockpitOn(some);
	await session.shows('12 SEEDING');
	session.type('As');
	await session.shows(/✗ Stopped: 10 of 12 downloads, 2 failed, the last: The disk of/);
	await session.shows('10 STOP');
	await session.shows('X what failed');
	session.type('X');
	await session.shows('What failed (row 1 of 2)');
	await session.shows(/some-04 +The disk of some-04 is busy\./);
	await session.shows(/some-08 +The disk of some-08 is busy\./);
	session.type('m');
	await leaves(session, 'What failed (row 1 of 2)');
	await marks(session, ['some-04', 'some-08']);
	// The cause has gone: repeating the action succeeds.
	for (const download of some.downloads) download.refuses = '';
	session.type('s');
	await session.shows('12 STOP');
	session.type('\x1b');
	await marks(session, []);
	session.type('gX');
	await session.shows('What failed (row 1 of 2)');
	session.type('j');
	await session.shows('What failed (row 2 of 2)');
	session.type('\r');
	await leaves(session, 'What failed (');
	const row = session.emulator.rows().findIndex((text) => text.startsWith('some-08'));
	await until(() => session.emulator.cell(0, row).style.includes('inverse'));
});

test('a user retries the last failures with one key, and only those are sent again', async () => {
	const some = await servePatiently(numbered('once', 6));
	const [, second, third] = some.downloads;
	for (const download of [second, third]) if (download) download.refuses = 'The disk is busy.';
	const session = await openCockpitOn(some);
	await session.shows('6 SEEDING');
	session.type('As');
	await session.shows(/4 STOP(PED)?\b/);
	// Failures of one batch are one alert.
	await session.shows('! 1 alert');
	session.type('X');
	await session.shows('Stopping 6 downloads');
	await session.shows('What failed (row 1 of 2)');
	for (const download of some.downloads) download.refuses = '';
	const before = some.orders.length;
	session.type('r');
	await session.shows('Stopped: 2 downloads');
	await session.shows('6 STOPPED');
	expect(some.orders.length).toBe(before + 2);
});

test('a user scrolls through a thousand downloads in a question, with size, ratio and status of each', async () => {
	const many = await servePatiently(numbered('many', 1_000));
	const session = await openCockpitOn(many, { columns: 60, rows: 20 });
	await session.shows('1000 SEEDING');
	session.type('Ad');
	await session.shows(/Remove 1000 downloads\? +1-\d+ of 1000/);
	await session.shows(/many-01 .* SEEDING/);
	session.type('G');
	await session.shows(/Remove 1000 downloads\? +\d+-1000 of 1000/);
	await session.shows('many-1000');
	await session.shows('esc cancel');
	session.type('g\x1b[6~');
	await session.shows(/Remove 1000 downloads\? +(?!1-)\d+-\d+ of 1000/);
	session.type('n');
	await leaves(session, 'Remove 1000');
	session.type('s');
	await session.shows(/Stop 1000 downloads\? +1-\d+ of 1000/);
	session.type('G');
	await session.shows('many-1000');
	session.type('n');
	await leaves(session, 'Stop 1000');
});

test('a user sees more than a thousand requests fail, and earlier events are kept', async () => {
	const many = await servePatiently(numbered('many', 1_100));
	const session = await openCockpitOn(many);
	await session.shows('1100 SEEDING');
	session.type(' s');
	await session.shows('1 STOPPED');
	for (const download of many.downloads) download.refuses = 'No.';
	session.type('As');
	await confirm(session, 'Stop 1099 downloads?', '\r');
	await session.shows('all 1099 failed, the last: No.');
	session.type('X');
	await session.shows('What failed (row 1 of 1099)');
	session.type('G');
	await session.shows('What failed (row 1099 of 1099)');
	session.type('\x1b');
	await leaves(session, 'What failed (');
	session.type('2g');
	await session.shows('Stopped: many-01');
});
