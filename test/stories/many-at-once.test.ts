import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { batchText } from '../../source/runtime/batch-runner.ts';
import { deleteDataText } from '../../source/tui/dialogs/questions/remove.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { addComplete, allSeed, downloadsOf, runService, type TestService } from '../fixtures/service.ts';
import { servePatiently } from '../programs/patient-service.ts';
import { until } from '../programs/until.ts';

const numbered = (prefix: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`);
const names = [...numbered('film', 24), ...numbered('song', 4)];
let service: TestService;

async function statuses(): Promise<Map<string, string>> {
	return new Map((await downloadsOf(service)).map(({ name, status }) => [name, status]));
}

/** Waits until exactly these are stopped. */
async function stopped(expected: readonly string[]): Promise<void> {
	await until(async () => {
		const found = [...(await statuses())].flatMap(([name, status]) => (status === 'STOPPED' ? [name] : []));
		return found.toSorted().join() === expected.toSorted().join();
	});
}

beforeAll(async () => {
	service = await runService({ flags: ['--no-pex'] });
	for (const name of names) await addComplete(service, name);
	await allSeed(service);
});

afterEach(async () => {
	const client = service.client();
	for (const { infohash, status } of await downloadsOf(service)) {
		if (status === 'STOPPED')
			await client.changeDownload({ params: { infohash }, body: { state: 'resume' } });
	}
	await stopped([]);
});

const open = (size?: { columns: number; rows: number }) => openCockpit(service, { columns: 100, ...size });

test('a user starts a range, moves down and up, and stops the rows in between', async () => {
	const { user, screen, list } = await open();
	await screen.counts(28, 'SEEDING');
	user.press('down', 'mark-range', 'down', 'down', 'down');
	await list.selects(names.slice(1, 5));
	user.press('up');
	await list.selects(names.slice(1, 4));
	user.press('stop');
	await screen.shows('Stopped: 3 downloads');
	await stopped(names.slice(1, 4));
	// This ends the range: the cursor is free, the selection stays.
	user.press('down', 'down');
	await list.selects(names.slice(1, 4));
});

test('a user selects with shift and the arrow keys, skips some, and selects more', async () => {
	const { user, screen, list } = await open();
	await screen.counts(28, 'SEEDING');
	user.press('mark-down', 'mark-down');
	await list.selects(names.slice(0, 3));
	user.press('down', 'down', 'mark-down');
	await list.selects([...names.slice(0, 3), ...names.slice(4, 6)]);
	user.press('mark-up');
	await list.selects([...names.slice(0, 3), ...names.slice(4, 5)]);
});

test('a user selects all matches of a filter, and they stay selected when it is cleared', async () => {
	const { user, screen, list } = await open({ columns: 80, rows: 40 });
	await screen.counts(28, 'SEEDING');
	user.filter('song');
	await screen.shows('4 of 28 ');
	user.press('mark-all');
	await screen.shows('4 selected');
	user.press('filter', 'filter-delete-to-start', 'filter-keep');
	await screen.shows('film-01');
	await list.selects(names.slice(24));
	user.press('stop');
	await stopped(names.slice(24));
});

test('a user inverts the selection, and stop and resume are offered only if some rows need them', async () => {
	const { user, screen } = await open({ columns: 120, rows: 40 });
	await screen.counts(28, 'SEEDING');
	user.press('mark', 'mark');
	await screen.shows('2 selected');
	await screen.offers('stop');
	expect(screen.text()).not.toContain('r resume');
	user.press('stop');
	await screen.offers('resume');
	await screen.offersNot('stop');
	user.press('mark-others');
	await screen.shows('26 selected');
	await screen.offers('stop');
	await screen.offersNot('resume');
	await stopped(names.slice(0, 2));
});

test('a user stops, resumes and rechecks the selection: each of its downloads gets the request, and no other', async () => {
	const six = await servePatiently([...numbered('film', 3), ...numbered('song', 3)]);
	const { user, screen, list } = await openCockpit(six, { columns: 100 });
	await screen.counts(6, 'SEEDING');
	user.filter('song');
	user.press('mark-all');
	await list.selects(numbered('song', 3));
	const given = (state: string) => numbered('song', 3).map((name) => [name, { state }]);
	user.press('stop');
	await screen.counts(3, 'STOPPED');
	expect(six.changes.toSorted()).toEqual(given('stop'));
	user.press('resume');
	await screen.counts(6, 'SEEDING');
	expect(six.changes.slice(3).toSorted()).toEqual(given('resume'));
	user.press('recheck');
	await until(() => six.changes.length === 9);
	expect(six.changes.slice(6).toSorted()).toEqual(given('recheck'));
	await list.selects(numbered('song', 3));
});

test('a user is asked before more than twenty are stopped: how many, which, and which are skipped', async () => {
	const { user, screen } = await open();
	await screen.counts(28, 'SEEDING');
	user.press('mark', 'stop');
	await screen.counts(1, 'STOPPED');
	user.press('mark-all', 'stop');
	await screen.asks('Stop 27 downloads?');
	await screen.shows('film-02');
	await screen.shows(/Stop 27 downloads\? +1-\d+ of 27/);
	await screen.shows('1 more is stopped already and not changed.');
	user.press('confirm-leave');
	await screen.hides('Stop 27 downloads?');
	await stopped(names.slice(0, 1));
	user.press('stop');
	await user.answer('Stop 27 downloads?', 'confirm-do');
	await screen.shows('Stopped: 27 downloads');
	await stopped(names);
	await screen.counts(28, 'STOPPED');
	user.press('resume');
	await user.answer('Resume 28 downloads?', 'confirm-do');
	await stopped([]);
});

test('a user selects a row, filters it out, and is asked before it is changed', async () => {
	const { user, screen } = await open();
	await screen.counts(28, 'SEEDING');
	user.press('mark', 'filter');
	user.type('song');
	user.press('filter-keep');
	await screen.shows('4 of 28 ');
	user.press('mark', 'stop');
	await screen.asks('Stop 2 downloads?');
	await screen.shows('1 of them is filtered out.');
	user.press('confirm-leave');
	await screen.hides('Stop 2 downloads?');
	user.press('remove');
	await screen.asks('Remove 2 downloads?');
	await screen.shows('1 of them is filtered out.');
	user.press('remove-cancel');
	await screen.hides('Remove 2 downloads?');
	await stopped([]);
});

test('a user removes several with their data, after reading how many, which, and how much is freed', async () => {
	const extra = ['extra-a', 'extra-b', 'extra-c'];
	for (const name of extra) await addComplete(service, name);
	const { user, screen } = await open();
	await screen.counts(31, 'SEEDING');
	user.filter('extra');
	await screen.shows('3 of 31 ');
	user.press('mark-all', 'remove');
	await screen.asks('Remove 3 downloads?');
	for (const name of extra) await screen.shows(new RegExp(`\\b${name} +19\\.5 KiB .* SEEDING`));
	await screen.shows('delete 58.6 KiB from the disk');
	await user.answer('Remove 3 downloads?', 'remove-data');
	await screen.asks(deleteDataText.question('3 downloads'));
	await screen.shows('58.6 KiB deleted from the disk');
	await user.answer(deleteDataText.final, 'delete-data-do');
	await screen.shows('Removed with their data: 3 downloads');
	// Each failure can be identified: by its name, infohash and folder.
	user.press('pane-events', 'events-filter');
	user.type('extra-b');
	user.press('events-filter-keep');
	await screen.shows(/Removed with its data: extra-b \(infohash [0-9a-f]/);
	user.press('event-read');
	await screen.shows(/[0-9a-f]{40}; data deleted/);
	for (const name of extra) {
		await expect(stat(join(service.downloadFolder, name))).rejects.toThrow('ENOENT');
	}
	expect((await statuses()).size).toBe(28);
	expect((await stat(join(service.downloadFolder, 'film-01'))).isDirectory()).toBe(true);
});

test('a user watches the progress of forty requests and cancels; unsent ones have no effect', async () => {
	const slow = await servePatiently(numbered('slow', 40));
	slow.isHolding = true;
	const { user, screen } = await openCockpit(slow, { columns: 100, rows: 24 });
	await screen.counts(40, 'SEEDING');
	user.press('mark-all', 'stop');
	await user.answer('Stop 40 downloads?', 'confirm-do');
	await screen.shows('Stopping 40 downloads');
	await screen.shows('0 of 40');
	await until(() => slow.waiting() === 4);
	slow.answer(4);
	await screen.shows('4 of 40');
	await screen.offers('work-cancel');
	// The list still updates during the batch.
	await screen.counts(4, 'STOPPED');
	await until(() => slow.waiting() === 4);
	user.press('work-cancel');
	await screen.shows(batchText.cancelled);
	slow.answer(4);
	await screen.shows(`${batchText.some('Stopped', 8, 40)}, ${batchText.cancelled}`);
	expect(slow.changes).toHaveLength(8);
	await screen.counts(32, 'SEEDING');
	await screen.counts(8, 'STOPPED');
	await screen.hides('pending');
});

test('a user sees some of many requests fail: each is listed with its reason, and can be opened or selected', async () => {
	const some = await servePatiently(numbered('some', 12));
	for (const index of [3, 7]) {
		const download = some.downloads[index];
		if (download) download.refuses = `The disk of ${download.name} is busy.`;
	}
	const { user, screen, list } = await openCockpit(some, { columns: 100 });
	await screen.counts(12, 'SEEDING');
	user.press('mark-all', 'stop');
	await screen.shows(`✗ ${batchText.some('Stopped', 10, 12)}, ${batchText.failed(2, 'The disk of')}`);
	await screen.counts(10, 'STOPPED');
	await screen.offers('work-failures');
	user.press('work-failures');
	await screen.shows('─ Failed requests ─', '─ 1 of 2 ─╯');
	await screen.shows(/some-04 +The disk of some-04 is busy\./);
	await screen.shows(/some-08 +The disk of some-08 is busy\./);
	user.press('failures-mark');
	await screen.hides('─ Failed requests ─');
	await list.selects(['some-04', 'some-08']);
	// The cause has gone: repeating the action succeeds.
	for (const download of some.downloads) download.refuses = '';
	user.press('stop');
	await screen.counts(12, 'STOPPED');
	user.press('back');
	await list.selects([]);
	user.press('first', 'work-failures');
	await screen.shows('─ Failed requests ─', '─ 1 of 2 ─╯');
	user.press('failures-down');
	await screen.shows('─ Failed requests ─', '─ 2 of 2 ─╯');
	user.press('failures-go');
	await screen.hides('─ Failed requests ─');
	await list.chooses('some-08');
});

test('a user retries the last failures with one key, and only those are sent again', async () => {
	const some = await servePatiently(numbered('once', 6));
	const [, second, third] = some.downloads;
	for (const download of [second, third]) if (download) download.refuses = 'The disk is busy.';
	const { user, screen } = await openCockpit(some, { columns: 100 });
	await screen.counts(6, 'SEEDING');
	user.press('mark-all', 'stop');
	await screen.counts(4, 'STOPPED');
	// Failures of one batch are one alert.
	await screen.shows('! 1 alert');
	user.press('work-failures');
	await screen.shows('Stopping 6 downloads');
	await screen.shows('─ Failed requests ─', '─ 1 of 2 ─╯');
	for (const download of some.downloads) download.refuses = '';
	const before = some.changes.length;
	user.press('failures-again');
	await screen.shows('Stopped: 2 downloads');
	await screen.counts(6, 'STOPPED');
	expect(some.changes.length).toBe(before + 2);
});
