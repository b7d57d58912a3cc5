import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type HeldService, serveHeld } from '../programs/held-service.ts';
import { temporaryFolder } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';
import type { Session } from '../terminal/pty.ts';
import { leaves, marks, openCockpitOn } from './open-cockpit.ts';
import { choosesRow } from './pointing.ts';

const names = ['alpha', 'beta', 'gamma', 'delta', 'omega'] as const;
const esc = '\x1b';

async function open(service: HeldService, size = { columns: 100, rows: 24 }): Promise<Session> {
	const session = await openCockpitOn(service, size);
	await session.shows('5 downloads');
	return session;
}

test('a service delays every response, and tabs, dialogs and the list still react to keys', async () => {
	const service = await serveHeld(names);
	service.more.get_peers = { peers: [{ ip: '192.0.2.7', port: 51413, extended_version: 'Patience 1.0' }] };
	const session = await open(service);
	service.held = true;
	await until(() => service.waiting() > 0);
	// From now on it sends no response.
	session.type('p');
	await session.shows('Loading the peers…');
	session.type('m');
	await session.shows('Loading the pieces…');
	session.type(esc);
	await leaves(session, '▸ i');
	session.type('jj');
	await choosesRow(session, 'gamma');
	session.type('/alp');
	await session.shows('1 of 5 downloads');
	session.type(esc);
	await leaves(session, '1 of 5');
	session.type('L');
	await session.shows('─ Speed limits ─');
	session.type('5M');
	await session.shows('5M');
	session.type(esc);
	await leaves(session, 'Speed limits');
	session.type(':');
	await session.shows('─ Commands ─');
	session.type('remove');
	await session.shows(/│ +Remove the download/);
	session.type(esc);
	await leaves(session, '─ Commands ─');
	session.type('s');
	await session.shows('1 pending');
	session.type('2');
	await session.shows('Nothing has happened yet.');
	session.type('1p');
	await session.shows('Loading the peers…');
	expect(service.orders).toEqual([]);
	service.release();
	await session.shows('Patience 1.0');
	await until(() => service.orders.length === 1);
	await leaves(session, 'pending');
});

test('a service loads its downloads, and the user sees the progress instead of an empty list', async () => {
	const service = await serveHeld(names);
	const all = service.downloads.splice(0);
	service.checkpoints = { all_loaded: false, loaded: 0, total: 3_000 };
	const session = await openCockpitOn(service);
	await session.shows('The service is loading its downloads: 0 of 3000.');
	service.checkpoints = { all_loaded: false, loaded: 1_200, total: 3_000 };
	await session.shows('The service is loading its downloads: 1200 of 3000.');
	service.downloads.push(...all);
	service.checkpoints = { all_loaded: true, loaded: 5, total: 5 };
	await session.shows(/^alpha +SEEDING/m);
	expect(session.bytes).not.toContain('There are no downloads yet');
});

test('a user types before the list arrives, and the keys act on it afterwards', async () => {
	const service = await serveHeld(names);
	service.held = true;
	const session = await openCockpitOn(service, { columns: 100, rows: 24 });
	await session.shows('Loading the downloads from http://127.0.0.1');
	session.type('jdyD');
	await session.shows('The list is still loading. 4 keys waiting; press esc to discard them.');
	service.release();
	await session.shows('Remove beta?');
	await session.shows('Ignored: the question has just opened.');
	expect(session.emulator.text()).not.toContain('Delete the data');
	expect(session.bytes).not.toContain('There are no downloads yet');
});

test('a user types before the list arrives, presses escape, and no key acts on it', async () => {
	const service = await serveHeld(names);
	service.held = true;
	const session = await openCockpitOn(service, { columns: 100, rows: 24 });
	await session.shows('Loading the downloads from http://127.0.0.1');
	session.type('jS');
	await session.shows('2 keys waiting');
	session.type(esc);
	await session.shows('Discarded 2 keys.');
	service.release();
	await session.shows('5 downloads');
	await choosesRow(session, 'alpha');
	expect(session.emulator.text()).not.toContain('Sort by');
});

test('a service requires a key: the user reads where it is looked for, and continues once it is accepted', async () => {
	const service = await serveHeld(names);
	service.key = 'open sesame';
	const session = await openCockpitOn(service);
	await session.shows('✗ unauthorized');
	await session.shows(/The service at http:\/\/127\.0\.0\.1:\d+ refuses the API key\./);
	await session.shows('Give the API key of the service with --api-key-file or SEEDTOP_API_KEY.');
	await session.shows('~/.local/state/seedtop/api.key');
	await session.shows('The address comes from --url.');
	session.type('?');
	await session.shows('─ Keys');
	session.type(esc);
	// It is accepted later, without a restart.
	service.key = '';
	await session.shows(/^alpha +SEEDING/m);
	await session.shows('● connected');
});

test('an outage ends: filter, selection, order and cursor are unchanged, and keys worked meanwhile', async () => {
	const service = await serveHeld(names);
	const session = await open(service);
	session.type('/a\r');
	await session.shows('/a  5 of 5 downloads');
	session.type('S');
	await session.shows('Sort by');
	session.type('z');
	await session.shows('↓SIZE');
	session.type('g jj j');
	const chosen = () =>
		session.emulator
			.rows()
			.find((_, y) => y > 2 && session.emulator.cell(0, y).style.includes('inverse'))
			?.replace(/[●\s].*/, '') ?? '';
	await session.shows('2 selected');
	const before = { cursor: chosen(), order: order(session) };
	service.key = 'changed while nobody looked';
	await session.shows(/✗ unauthorized, data \d+s old/);
	expect({ cursor: chosen(), order: order(session) }).toEqual(before);
	// Keys still work: up and down, the events, and the palette.
	session.type('2');
	await session.shows('Nothing has happened yet.');
	session.type('1:');
	await session.shows('─ Commands ─');
	session.type(esc);
	await leaves(session, '─ Commands ─');
	await session.shows(/✗ unauthorized, data \d+s old/);
	service.key = '';
	await session.shows('● connected');
	await session.shows('/a');
	await session.shows('5 of 5 downloads');
	expect({ cursor: chosen(), order: order(session) }).toEqual(before);
	session.type('s');
	await until(() => service.orders.length > 0);
});

test("a service restarts and loads its downloads again: keys wait for the selection and the cursor's row", async () => {
	const service = await serveHeld(names);
	const session = await open(service);
	session.type('jj  ');
	await marks(session, ['gamma', 'delta']);
	await choosesRow(session, '  omega');
	const [alpha, beta, ...rest] = service.downloads.splice(0);
	if (!alpha || !beta) throw new Error('there are five');
	service.downloads.push(alpha, beta);
	service.checkpoints = { all_loaded: false, loaded: 2, total: 5 };
	await session.shows('2 downloads');
	session.type('s');
	await session.shows('The service is still loading what is marked');
	await session.shows('2 selected');
	// Without a selection they apply to the row of the cursor, which is missing too.
	session.type(esc);
	await leaves(session, '2 selected');
	session.type('s');
	await session.shows('No download is selected.');
	session.type('u');
	await session.shows('Selected again: 2 downloads.');
	service.downloads.push(...rest);
	service.checkpoints = { all_loaded: true, loaded: 5, total: 5 };
	await session.shows('5 downloads');
	await marks(session, ['gamma', 'delta']);
	await choosesRow(session, '  omega');
	expect(service.orders).toEqual([]);
	session.type('s');
	await session.shows('Stopped: 2 downloads');
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
	const session = await openCockpitOn(service, { columns: 100, rows: 24 });
	await session.shows('6 downloads');
	session.type(' s');
	await session.shows('Stopped: alpha');
	await session.shows('1 STOPPED');
	session.type('u');
	await session.shows('Undone. Resumed: alpha');
	expect(service.orders).toEqual([{ state: 'stop' }, { state: 'resume' }]);
});

/** Returns the names in the list, from the top, with their selection marks. */
function order({ emulator }: Session): string[] {
	return emulator.rows().flatMap((row) => /^(● )?(alpha|beta|gamma|delta|omega)/.exec(row)?.[0] ?? []);
}

test('a user reads while rates change and the list is sorted again: the cursor stays on its download', async () => {
	const service = await serveHeld(names);
	const session = await open(service);
	session.type('jj');
	await choosesRow(session, 'gamma');
	session.type('S');
	await session.shows('Sort by');
	session.type('u');
	await session.shows('↓UP/S');
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
		await until(() => order(session)[0] === name);
		await choosesRow(session, 'gamma');
	}
	// A filter excludes it while it is typed and is cancelled. Another filter includes it.
	session.type('/ome');
	await session.shows('1 of 5 downloads');
	session.type(esc);
	await choosesRow(session, 'gamma');
	session.type('/a\r');
	await session.shows('/a  5 of 5 downloads');
	await choosesRow(session, 'gamma');
	expect(order(session).slice(0, 3)).toEqual(['beta', 'omega', 'gamma']);
});

test('a service is asked for peers and pieces only while they are visible', async () => {
	const service = await serveHeld(names);
	service.more.get_peers = { peers: [{ ip: '192.0.2.7', port: 51413, extended_version: 'Curious 2.0' }] };
	service.more.get_pieces = { pieces: Buffer.from([255, 240]).toString('base64'), total_pieces: 16 };
	const session = await open(service);
	const polls = async (count: number) => {
		const before = service.asked('');
		await until(() => service.asked('') >= before + count);
	};
	await polls(2);
	expect([service.asked('get_peers'), service.asked('get_pieces')]).toEqual([0, 0]);
	session.type('p');
	await session.shows('Curious 2.0');
	expect(service.asked('get_pieces')).toBe(0);
	session.type('m');
	await session.shows('12 of 16 pieces here');
	const peers = service.asked('get_peers');
	expect(service.asked('get_pieces')).toBeGreaterThan(0);
	session.type('i');
	await session.shows('[Overview]');
	const pieces = service.asked('get_pieces');
	await polls(2);
	expect([service.asked('get_peers'), service.asked('get_pieces')]).toEqual([peers, pieces]);
});

test('a user filters without a match, and reads how to clear the filter', async () => {
	const session = await open(await serveHeld(names));
	session.type('/no such name\r');
	await session.shows('No download has these words in its name.');
	await session.shows('Esc clears the filter.');
	session.type(esc);
	await session.shows(/^alpha +SEEDING/m);
	session.type('/size>4TiB\r');
	await session.shows('No download matches the filter.');
});

test("a user's choices cannot be saved: a notice says so once, and the choices apply", async () => {
	const home = await temporaryFolder();
	onTestFinished(() => home.remove());
	const session = await openCockpitOn(await serveHeld(names), { columns: 100, rows: 24 }, home.path);
	await session.shows('5 downloads');
	// The file of views cannot be written, because a folder has its name.
	await mkdir(join(home.path, '.config/seedtop/view.json'), { recursive: true });
	session.type('S');
	await session.shows('Sort by');
	session.type('z');
	await session.shows('↓SIZE');
	await session.shows(/! .*view\.json/);
	session.type('gjj');
	await choosesRow(session, 'gamma');
	session.type('A');
	await marks(session, ['omega', 'delta', 'gamma', 'beta', 'alpha']);
});
