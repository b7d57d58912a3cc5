import { expect, test } from 'vitest';
import { batchText } from '../../source/runtime/batch-runner.ts';
import { refusalText } from '../../source/state/batch/change.ts';
import { sendChangeText } from '../../source/tui/actions/send-change.ts';
import { addDialog } from '../../source/tui/dialogs/add/dialog.tsx';
import { changeCommandsText } from '../../source/tui/panes/downloads/change-commands.ts';
import { noMatchesText } from '../../source/tui/panes/downloads/no-matches.ts';
import { nothingFound } from '../../source/tui/shell/dialogs/palette/find-commands.ts';
import {
	type Cockpit,
	type CockpitOptions,
	commandCalled,
	openCockpit,
	openCockpitProcess,
} from '../fixtures/cockpit.ts';
import { type ListService, serveList } from '../programs/list-service.ts';
import { escaped } from '../programs/message-pattern.ts';
import { until } from '../programs/until.ts';

const GiB = 1024 ** 3;
/** Names and sizes, in the order in which the service lists them. */
const library = {
	'debian-net.iso': 0.8 * GiB,
	日本語の名前: 4 * GiB,
	'debian-dvd.iso': 3 * GiB,
	'ubuntu-24.iso': 5 * GiB,
	'Café müsli': 0.1 * GiB,
	'fedora-42.iso': 2 * GiB,
};

const names = Object.keys(library);

async function openLibrary(options?: CockpitOptions): Promise<Cockpit & { readonly service: ListService }> {
	const service = await serveList(library);
	const cockpit = await openCockpit(service, { ...options, names });
	await cockpit.screen.listed(6);
	return { ...cockpit, service };
}

test('a user types a filter, the list narrows with each key, and escape restores list and cursor', async () => {
	const { user, screen, list } = await openLibrary();
	user.press('down', 'down', 'down');
	await list.chooses('ubuntu-24.iso');
	user.press('filter');
	user.type('d');
	await list.lists(['debian-net.iso', 'debian-dvd.iso', 'fedora-42.iso']);
	user.type('eb');
	await list.lists(['debian-net.iso', 'debian-dvd.iso']);
	await screen.shows('/deb  2 of 6 ');
	user.type(' dvd');
	await list.lists(['debian-dvd.iso']);
	user.type('zz');
	await screen.shows(noMatchesText.words);
	user.press('filter-backspace', 'filter-backspace');
	await list.lists(['debian-dvd.iso']);
	user.press('filter-undo');
	await list.lists(names);
	await list.chooses('ubuntu-24.iso');
});

test('a user filters by a word with accents or in another script, and works with the filter applied', async () => {
	const { user, screen, list, service } = await openLibrary();
	user.press('filter');
	user.type('CAFÉ');
	await list.lists(['Café müsli']);
	user.press('filter-delete-to-start');
	user.type('名');
	await list.lists(['日本語の名前']);
	user.press('filter-keep');
	await screen.offers('stop');
	user.press('stop');
	await list.shows('日本語の名前', 'STOPPED');
	expect(service.downloads.filter(({ status }) => status === 'STOPPED').map(({ name }) => name)).toEqual([
		'日本語の名前',
	]);
	user.press('back');
	await list.lists(names);
});

test('a user sorts by size, in reverse, and back to the order of the service', async () => {
	const { user, screen, list } = await openLibrary();
	user.press('down', 'down');
	await list.chooses('debian-dvd.iso');
	user.press('sort-by');
	user.keys('z');
	await screen.shows('↓SIZE');
	const bySize = [
		'ubuntu-24.iso',
		'日本語の名前',
		'debian-dvd.iso',
		'fedora-42.iso',
		'debian-net.iso',
		'Café müsli',
	];
	await list.lists(bySize);
	await list.chooses('debian-dvd.iso');
	user.press('sort-backwards');
	await screen.shows('↑SIZE');
	await list.lists(bySize.toReversed());
	await list.chooses('debian-dvd.iso');
	user.press('sort-by', 'sort-not');
	await list.lists(names);
	expect(screen.text()).not.toMatch(/[↓↑](SIZE|NAME)/);
	await list.chooses('debian-dvd.iso');
});

test('a user selects three downloads and stops them with one key', async () => {
	const { user, screen, list, service } = await openLibrary();
	user.press('mark', 'down', 'mark', 'mark');
	await screen.shows('3 selected');
	await until(() => list.selected().length === 3);
	user.press('stop');
	await screen.shows('Stopped: 3 downloads');
	await screen.counts(3, 'STOPPED');
	const stopped = service.downloads.filter(({ status }) => status === 'STOPPED').map(({ name }) => name);
	expect(stopped).toEqual([names[0], names[2], names[3]]);
	// Stopped downloads are skipped, and the cockpit says so.
	user.press('stop');
	await screen.shows(new RegExp(`^• ${escaped(changeCommandsText.selected(3, refusalText.stopped))}$`, 'm'));
	user.press('mark', 'stop');
	await screen.shows(
		new RegExp(`^• Stopped: Café müsli \\(${sendChangeText.others(3, refusalText.stopped)}\\)$`, 'm'),
	);
	user.press('back');
	await until(() => !/marked|●.*iso/.test(screen.text()));
});

test('a user pastes two links, and reads for each failure which link failed and why', async () => {
	const { user, screen } = await openLibrary();
	const links = ['a', 'b'].map((digit) => `magnet:?xt=urn:btih:${digit.repeat(40)}`);
	user.paste(`${links.join('\n')}`);
	await screen.shows(addDialog.title);
	user.press('add-confirm');
	await screen.shows(
		new RegExp(`^✗ Adding 2 downloads: ${batchText.allFailed(2, 'Could not find it')}$`, 'm'),
	);
	// The typed text is there again, to be corrected. This user cancels.
	await screen.shows('2 to add.');
	user.press('add-cancel');
	await screen.hides(addDialog.title);
	user.press('pane-events');
	for (const link of links)
		await screen.shows(new RegExp(`Adding magnet:.*${link.slice(-6)}: Could not find it`));
});

test('a user sorts by a column that does not fit, and the header names it', async () => {
	const { user, screen } = await openLibrary();
	user.press('sort-by');
	user.keys('r');
	await screen.shows(/─ ↓RATIO ─/);
	user.press('sort-backwards');
	await screen.shows(/─ ↑RATIO ─/);
	screen.resize(120, 24);
	await screen.shows(/ NAME .* ETA *↑RATIO +S\/P/);
});

test('a user finds a command by its effect and runs it, and reads why it is unavailable afterwards', async () => {
	const { user, screen, service, list } = await openLibrary();
	user.press('palette');
	await screen.shows('─ Commands ─');
	user.type('stop');
	await screen.shows(new RegExp(`^ *${commandCalled('stop').title} +s$`, 'm'));
	user.press('palette-run');
	await list.shows('debian-net.iso', 'STOPPED');
	expect(service.downloads[0]?.status).toBe('STOPPED');
	user.press('palette');
	user.type('stop the');
	await screen.shows(`${commandCalled('stop').title} (${changeCommandsText.one(refusalText.stopped)})`);
	user.press('palette-run');
	await screen.shows(new RegExp(`^• ${escaped(changeCommandsText.one(refusalText.stopped))}$`, 'm'));
	user.press('palette');
	user.type('no such thing');
	await screen.shows(nothingFound);
	user.press('palette-close');
	await screen.hides('Commands');
});

test('a user sees details beside the list on a wide and low screen, below it on a higher one, instead of it on a small one', async () => {
	const { user, screen, list } = await openLibrary({ columns: 200, rows: 30 });
	user.press('down', 'details');
	await screen.shows(/1 Downloads .* i \[Overview\]/);
	await screen.shows(/ infohash +0{39}2/);
	screen.resize(200, 50);
	await screen.shows(/^╭▸ i \[Overview\]/m);
	await screen.shows(/^infohash +0{39}2/m);
	await list.lists(names);
	screen.resize(80, 24);
	await screen.shows('▸ i [Overview]');
	await screen.shows(/name +日本語の名前/);
	expect(list.order()).toEqual(names);
	screen.resize(40, 12);
	await screen.shows(/done +100%.* 4\.0 GiB/);
	await list.lists(names.slice(1, 2));
	// Back to the list: its cursor moves, and the details follow.
	user.press('details-leave');
	await screen.shows('── i [Overview]');
	user.press('down');
	await screen.shows(/done +100%.* 3\.0 GiB/);
	user.press('details-beside');
	await list.lists(names);
	screen.resize(200, 50);
	await list.lists(names);
	await until(() => screen.rows()[49]?.includes('q quit'));
	expect(screen.text()).not.toContain('Overview');
});

test('a user turns the wheel and the list scrolls', async () => {
	const service = await serveList(
		Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`number ${index}`, GiB])),
	);
	const { user, screen, list } = await openCockpit(service);
	await screen.listed(500);
	const cell = { column: 9, row: 9 };
	user.wheelAt(cell, 1);
	await list.chooses('number 3 ');
	user.wheelAt(cell, 60);
	await list.chooses('number 183 ');
	user.wheelAt(cell, -2);
	await list.chooses('number 177 ');
	user.press('last');
	user.wheelAt(cell, 1);
	await list.chooses('number 499 ');
});

test('a user shrinks the window too far, enlarges it, and sees everything again', async () => {
	const { user, screen } = await openLibrary();
	user.press('down', 'down', 'mark');
	await screen.shows('1 selected');
	user.press('filter');
	user.type('iso');
	await screen.shows('/iso  1 selected  4 of 6 ');
	// The graphs of the header grow.
	const below = () => screen.rows().slice(1).join('\n');
	const before = below();
	screen.resize(30, 8);
	await screen.shows('30×8 is too small');
	await screen.shows('seedtop needs 40×10');
	// Keys have no invisible effect.
	user.type('xyz');
	user.keys('backspace', 'enter');
	screen.resize(12, 3);
	await screen.shows('12×3 is');
	screen.resize(80, 24);
	await until(() => below() === before);
});

test('a user types while the program starts, and no key is lost', async () => {
	const service = await serveList(library);
	const { user, screen, list } = await openCockpit(service, { names });
	user.press('filter');
	user.type('deb');
	await screen.shows('/deb  2 of 6 ');
	await list.lists(['debian-net.iso', 'debian-dvd.iso']);
});

test('a user quits with a request in flight, and reads that it may be lost', async () => {
	const { user, screen } = await openCockpitProcess(await serveList(library), { reportsEnd: true });
	await screen.listed(6);
	user.press('remove');
	await user.answer('Remove debian-net.iso?', 'remove-keep');
	await screen.shows('1 pending');
	user.press('quit-now');
	await screen.shows('1 request was not answered before you quit');
});
