import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UnauthorizedError } from '../../source/client/http/errors.ts';
import { noSubjectText } from '../../source/state/downloads/selection.ts';
import { deleteDataText } from '../../source/tui/dialogs/questions/remove.ts';
import { noMatchesText } from '../../source/tui/panes/downloads/no-matches.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { eventsText } from '../../source/tui/panes/events/commands.ts';
import { loadingInputText } from '../../source/tui/shell/keyboard/loading-input.ts';
import { commandText } from '../../source/tui/surfaces/command.ts';
import { type Cockpit, commandCalled, openCockpit as openOn } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { type HeldService, serveHeld } from '../programs/held-service.ts';
import { until } from '../programs/until.ts';

const names = ['alpha', 'beta', 'gamma', 'delta', 'omega'] as const;

const openCockpit = (service: HeldService, home?: string) =>
	openOn(service, { columns: 100, names, ...(home === undefined ? {} : { home }) });

async function open(service: HeldService, home?: string): Promise<Cockpit> {
	const cockpit = await openCockpit(service, home);
	await cockpit.screen.listed(5);
	return cockpit;
}

test('a service delays every response, and tabs, dialogs and the list still react to keys', async () => {
	const service = await serveHeld(names);
	service.more.get_peers = { peers: [{ ip: '192.0.2.7', port: 51413, extended_version: 'Patience 1.0' }] };
	const { user, screen, list } = await open(service);
	service.isHolding = true;
	await until(() => service.waiting() > 0);
	// From now on it sends no response.
	user.press('tab-peers');
	await screen.shows('Loading the peers…');
	user.press('tab-pieces');
	await screen.shows('Loading the pieces…');
	user.press('details-leave');
	await screen.hides('▸ i');
	user.press('down', 'down');
	await list.chooses('gamma');
	user.press('filter');
	user.type('alp');
	await screen.shows('1 of 5 ');
	user.press('filter-undo');
	await screen.hides('1 of 5');
	user.press('limits');
	await screen.shows('─ Speed limits ─');
	user.type('5M');
	await screen.shows('5M');
	user.press('form-cancel');
	await screen.hides('Speed limits');
	user.press('palette');
	await screen.shows('─ Commands ─');
	user.type('remove');
	await screen.shows(new RegExp(`^ *${commandCalled('remove').title}`, 'm'));
	user.press('palette-close');
	await screen.hides('─ Commands ─');
	user.press('stop');
	await screen.shows('1 pending');
	user.press('pane-events');
	await screen.shows(eventsText.nothing);
	user.press('pane-downloads', 'tab-peers');
	await screen.shows('Loading the peers…');
	expect(service.changes).toEqual([]);
	service.release();
	await screen.shows('Patience 1.0');
	await until(() => service.changes.length === 1);
	await screen.hides('pending');
});

test('a service loads its downloads, and the user sees the progress instead of an empty list', async () => {
	const service = await serveHeld(names);
	const all = service.downloads.splice(0);
	service.checkpoints = { all_loaded: false, loaded: 0, total: 3_000 };
	const { screen, session, list } = await openCockpit(service);
	await screen.shows(downloadsPaneText.loading('0', '3000'));
	service.checkpoints = { all_loaded: false, loaded: 1_200, total: 3_000 };
	await screen.shows(downloadsPaneText.loading('1200', '3000'));
	service.downloads.push(...all);
	service.checkpoints = { all_loaded: true, loaded: 5, total: 5 };
	await list.shows('alpha', 'SEEDING');
	expect(session.bytes).not.toContain(downloadsPaneText.none);
});

test('a user types before the list arrives, and the keys act on it afterwards', async () => {
	const service = await serveHeld(names);
	service.isHolding = true;
	const { user, screen, session } = await openCockpit(service);
	await screen.shows(downloadsPaneText.requested(service.url));
	user.press('down', 'remove', 'delete-data-do', 'remove-data');
	await screen.shows(loadingInputText.waiting(4));
	service.release();
	await screen.shows('Remove beta?');
	await screen.shows(commandText.typedAhead);
	expect(screen.text()).not.toContain(deleteDataText.question('beta'));
	expect(session.bytes).not.toContain(downloadsPaneText.none);
});

test('a user types before the list arrives, presses escape, and no key acts on it', async () => {
	const service = await serveHeld(names);
	service.isHolding = true;
	const { user, screen, list } = await openCockpit(service);
	await screen.shows(downloadsPaneText.requested(service.url));
	user.press('down', 'sort-by');
	await screen.shows('2 keys waiting');
	user.press('back');
	await screen.shows(loadingInputText.discarded(2));
	service.release();
	await screen.listed(5);
	await list.chooses('alpha');
	expect(screen.text()).not.toContain('Sort by');
});

test('a service requires a key: the user reads where it is looked for, and continues once it is accepted', async () => {
	const service = await serveHeld(names);
	service.key = 'open sesame';
	const { user, screen, list } = await openCockpit(service);
	const refused = new UnauthorizedError(service.url);
	await screen.shows(/✗ \S+ unauthorized/);
	await screen.shows(refused.message);
	await screen.shows(refused.hint);
	await screen.shows('~/.local/state/seedtop/api.key');
	await screen.shows(downloadsPaneText.addressSource('--url'));
	user.press('help');
	await screen.shows('─ Keys');
	user.press('help-close');
	// It is accepted later, without a restart.
	service.key = '';
	await list.shows('alpha', 'SEEDING');
	await screen.shows(/● 127/);
});

test('an outage ends: filter, selection, order and cursor are unchanged, and keys worked meanwhile', async () => {
	const service = await serveHeld(names);
	const { user, screen, list } = await open(service);
	user.filter('a');
	await screen.shows('/a  5 of 5 ');
	user.press('sort-by');
	await screen.shows('Sort by');
	user.press('sort-column-size');
	await screen.shows('↓SIZE');
	user.press('first', 'mark', 'down', 'down', 'mark', 'down');
	const seen = () => ({
		cursor: list.chosen()?.split(' ')[0],
		selected: list.selected(),
		order: list.order(),
	});
	await screen.shows('2 selected');
	const before = seen();
	service.key = 'changed while nobody looked';
	await screen.shows(/✗ \S+ unauthorized, data \d+s old/);
	expect(seen()).toEqual(before);
	// Keys still work: up and down, the events, and the palette.
	user.press('pane-events');
	await screen.shows(eventsText.nothing);
	user.press('pane-downloads', 'palette');
	await screen.shows('─ Commands ─');
	user.press('palette-close');
	await screen.hides('─ Commands ─');
	await screen.shows(/✗ \S+ unauthorized, data \d+s old/);
	service.key = '';
	await screen.shows(/● 127/);
	await screen.shows('/a');
	await screen.shows('5 of 5 ');
	expect(seen()).toEqual(before);
	user.press('stop');
	await until(() => service.changes.length > 0);
});

test("a service restarts and loads its downloads again: keys wait for the selection and the cursor's row", async () => {
	const service = await serveHeld(names);
	const { user, screen, list } = await open(service);
	user.press('down', 'down', 'mark', 'mark');
	await list.selects(['gamma', 'delta']);
	await list.chooses('omega');
	const [alpha, beta, ...rest] = service.downloads.splice(0);
	if (!alpha || !beta) throw new Error('there are five');
	service.downloads.push(alpha, beta);
	service.checkpoints = { all_loaded: false, loaded: 2, total: 5 };
	await screen.counts(2, 'SEEDING');
	user.press('stop');
	await screen.shows(noSubjectText.loading);
	await screen.shows('2 selected');
	// Without a selection they apply to the row of the cursor, which is missing too.
	user.press('back');
	await screen.hides('2 selected');
	user.press('stop');
	await screen.shows(noSubjectText.none);
	user.press('undo');
	await screen.shows('Selected again: 2 downloads.');
	service.downloads.push(...rest);
	service.checkpoints = { all_loaded: true, loaded: 5, total: 5 };
	await screen.listed(5);
	await list.selects(['gamma', 'delta']);
	await list.chooses('omega');
	expect(service.changes).toEqual([]);
	user.press('stop');
	await screen.shows('Stopped: 2 downloads');
	expect(service.downloads.flatMap(({ name, status }) => (status === 'STOPPED' ? [name] : []))).toEqual([
		'gamma',
		'delta',
	]);
});

test('a service lists a download twice: actions on it are sent once, and undone once', async () => {
	const service = await serveHeld(names);
	const [alpha] = service.downloads;
	if (!alpha) throw new Error('there are five');
	service.downloads.push({ ...alpha, name: 'alpha again' });
	const { user, screen } = await openCockpit(service);
	await screen.listed(6);
	user.press('mark', 'stop');
	await screen.shows('Stopped: alpha');
	await screen.counts(1, 'STOPPED');
	user.press('undo');
	await screen.shows('Undone. Resumed: alpha');
	expect(service.changes).toEqual([{ state: 'stop' }, { state: 'resume' }]);
});

test('a user reads while rates change and the list is sorted again: the cursor stays on its download', async () => {
	const service = await serveHeld(names);
	const { user, screen, list } = await open(service);
	user.press('down', 'down');
	await list.chooses('gamma');
	user.press('sort-by');
	await screen.shows('Sort by');
	user.press('sort-column-up');
	await screen.shows('↓UP/S');
	const rate = (name: string, bytes: number) => {
		const download = service.downloads.find((each) => each.name === name);
		if (download) download.speed_up = bytes;
	};
	for (const [name, bytes] of [
		['gamma', 9_000_000],
		['omega', 20_000_000],
		['beta', 30_000_000],
	] as const) {
		rate(name, bytes);
		await until(() => list.order()[0] === name);
		await list.chooses('gamma');
	}
	// A filter excludes it while it is typed and is cancelled. Another filter includes it.
	user.press('filter');
	user.type('ome');
	await screen.shows('1 of 5 ');
	user.press('filter-undo');
	await list.chooses('gamma');
	user.filter('a');
	await screen.shows('/a  5 of 5 ');
	await list.chooses('gamma');
	expect(list.order().slice(0, 3)).toEqual(['beta', 'omega', 'gamma']);
});

test('a service is asked for peers and pieces only while they are visible', async () => {
	const service = await serveHeld(names);
	service.more.get_peers = { peers: [{ ip: '192.0.2.7', port: 51413, extended_version: 'Curious 2.0' }] };
	service.more.get_pieces = { pieces: Buffer.from([255, 240]).toString('base64'), total_pieces: 16 };
	const { user, screen } = await open(service);
	const polls = async (count: number) => {
		const before = service.listRequests('');
		await until(() => service.listRequests('') >= before + count);
	};
	await polls(2);
	expect([service.listRequests('get_peers'), service.listRequests('get_pieces')]).toEqual([0, 0]);
	user.press('tab-peers');
	await screen.shows('Curious 2.0');
	expect(service.listRequests('get_pieces')).toBe(0);
	user.press('tab-pieces');
	await screen.shows('12 of 16 pieces here');
	const peers = service.listRequests('get_peers');
	expect(service.listRequests('get_pieces')).toBeGreaterThan(0);
	user.press('tab-overview');
	await screen.shows('[Overview]');
	const pieces = service.listRequests('get_pieces');
	await polls(2);
	expect([service.listRequests('get_peers'), service.listRequests('get_pieces')]).toEqual([peers, pieces]);
});

test('a user filters without a match, and reads how to clear the filter', async () => {
	const { user, screen, list } = await open(await serveHeld(names));
	user.filter('no such name');
	await screen.shows(noMatchesText.words);
	await screen.shows(downloadsPaneText.clearFilter);
	user.press('back');
	await list.shows('alpha', 'SEEDING');
	user.filter('size>4TiB');
	await screen.shows(noMatchesText.conditions);
});

test("a user's choices cannot be saved: a notice says so once, and the choices apply", async () => {
	const home = await makeFolder();
	const { user, screen, list } = await open(await serveHeld(names), home);
	// The file of views cannot be written, because a folder has its name.
	await mkdir(join(home, '.config/seedtop/view.json'), { recursive: true });
	user.press('sort-by');
	await screen.shows('Sort by');
	user.press('sort-column-size');
	await screen.shows('↓SIZE');
	await screen.shows(/! .*view\.json/);
	user.press('first', 'down', 'down');
	await list.chooses('gamma');
	user.press('mark-all');
	await list.selects(['omega', 'delta', 'gamma', 'beta', 'alpha']);
});
