import { expect, onTestFinished, test } from 'vitest';
import { type ListService, serveList } from '../programs/list-service.ts';
import { cli, temporaryFolder } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';
import { Session } from '../terminal/pty.ts';
import { confirm } from './open-cockpit.ts';

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

interface Size {
	readonly columns: number;
	readonly rows: number;
}

/** Opens the cockpit on a service. It is closed after the test. */
async function openCockpit({ url }: ListService, size: Size = { columns: 80, rows: 24 }): Promise<Session> {
	const home = await temporaryFolder();
	const env = { HOME: home.path, XDG_CONFIG_HOME: '', CORE_API_PORT: '' };
	const session = new Session(`'${process.execPath}' '${cli}' --url ${url}`, { ...size, env });
	onTestFinished(async () => {
		session.kill();
		await home.remove();
	});
	return session;
}

async function openLibrary(size?: Size): Promise<{ session: Session; service: ListService }> {
	const service = await serveList(library);
	const session = await openCockpit(service, size);
	await session.shows('6 downloads');
	return { session, service };
}

/** Returns the names of the visible rows, from the top. */
function listed(session: Session): string[] {
	return session.emulator
		.rows()
		.flatMap((row) => /^(?:● )?(.*?) {2,}(?:SEEDING|STOPPED) /.exec(row)?.[1] ?? []);
}

/** Returns the name under the cursor: the row with its look. */
function chosen({ emulator }: Session): string | undefined {
	const y = emulator.rows().findIndex((_, row) => row > 2 && emulator.cell(0, row).style.includes('inverse'));
	return emulator.rows()[y]?.split('  ')[0];
}

const lists = (session: Session, names: readonly string[]) =>
	until(() => listed(session).join() === names.join());

const names = Object.keys(library);

test('a user types a filter, the list narrows with each key, and escape restores list and cursor', async () => {
	const { session } = await openLibrary();
	session.type('jjj');
	await until(() => chosen(session) === 'ubuntu-24.iso');
	session.type('/d');
	await lists(session, ['debian-net.iso', 'debian-dvd.iso', 'fedora-42.iso']);
	session.type('eb');
	await lists(session, ['debian-net.iso', 'debian-dvd.iso']);
	await session.shows('/deb  2 of 6 downloads');
	session.type(' dvd');
	await lists(session, ['debian-dvd.iso']);
	session.type('zz');
	await session.shows('No download has these words in its name.');
	session.type('\x7f\x7f');
	await lists(session, ['debian-dvd.iso']);
	session.type('\x1b');
	await lists(session, names);
	expect(chosen(session)).toBe('ubuntu-24.iso');
});

test('a user filters by a word with accents or in another script, and works with the filter applied', async () => {
	const { session, service } = await openLibrary();
	session.type('/CAFÉ');
	await lists(session, ['Café müsli']);
	session.type('\x15名');
	await lists(session, ['日本語の名前']);
	session.type('\r');
	await session.shows('s stop');
	session.type('s');
	await session.shows(/日本語の名前 +STOPPED/);
	expect(service.downloads.filter(({ status }) => status === 'STOPPED').map(({ name }) => name)).toEqual([
		'日本語の名前',
	]);
	session.type('\x1b');
	await lists(session, names);
});

test('a user sorts by size, in reverse, and back to the order of the service', async () => {
	const { session } = await openLibrary();
	session.type('jj');
	await until(() => chosen(session) === 'debian-dvd.iso');
	session.type('oooo');
	await session.shows('↓SIZE');
	const bySize = [
		'ubuntu-24.iso',
		'日本語の名前',
		'debian-dvd.iso',
		'fedora-42.iso',
		'debian-net.iso',
		'Café müsli',
	];
	await lists(session, bySize);
	expect(chosen(session)).toBe('debian-dvd.iso');
	session.type('O');
	await session.shows('↑SIZE');
	await lists(session, bySize.toReversed());
	expect(chosen(session)).toBe('debian-dvd.iso');
	// Six more columns can be sorted by. After the last one the list is unsorted.
	session.type('ooooooo');
	await lists(session, names);
	expect(session.emulator.text()).not.toMatch(/[↓↑](SIZE|NAME)/);
	expect(chosen(session)).toBe('debian-dvd.iso');
});

test('a user selects three downloads and stops them with one key', async () => {
	const { session, service } = await openLibrary();
	session.type(' j  ');
	await session.shows('3 selected');
	await until(() => session.emulator.rows().filter((row) => row.startsWith('● ')).length === 3);
	session.type('s');
	await session.shows('Stopped: 3 downloads');
	await session.shows('3 STOPPED');
	const stopped = service.downloads.filter(({ status }) => status === 'STOPPED').map(({ name }) => name);
	expect(stopped).toEqual([names[0], names[2], names[3]]);
	// Stopped downloads are skipped, and the cockpit says so.
	session.type('s');
	await session.shows(/^i All 3 selected downloads are stopped already\.$/m);
	session.type(' s');
	await session.shows(/^i Stopped: Café müsli \(3 others are stopped already\)$/m);
	session.type('\x1b');
	await until(() => !/marked|●.*iso/.test(session.emulator.text()));
});

test('a user pastes two links, and reads for each failure which link failed and why', async () => {
	const { session } = await openLibrary();
	const links = ['a', 'b'].map((digit) => `magnet:?xt=urn:btih:${digit.repeat(40)}`);
	session.type(`\x1b[200~${links.join('\n')}\x1b[201~`);
	await session.shows('Add a download');
	session.type('\r');
	await session.shows(/^✗ Adding 2 downloads: all 2 failed, the last: Could not find it$/m);
	// The typed text is there again, to be corrected. This user cancels.
	await session.shows('2 to add.');
	session.type('\x1b');
	await until(() => !session.emulator.text().includes('Add a download'));
	session.type('2');
	for (const link of links)
		await session.shows(new RegExp(`Adding magnet:.*${link.slice(-6)}: Could not find it`));
});

test('a user sorts by a column that does not fit, and the header names it', async () => {
	const { session } = await openLibrary();
	session.type('oooooooo');
	await session.shows(/by ↓RATIO {2}6 downloads$/m);
	session.type('O');
	await session.shows(/by ↑RATIO {2}6 downloads$/m);
	session.resize(120, 24);
	await session.shows(/^NAME .* ETA↑RATIO {5}S\/P$/m);
	await until(() => !session.emulator.text().includes('by ↑RATIO'));
});

test('a user finds a command by its effect and runs it, and reads why it is unavailable afterwards', async () => {
	const { session, service } = await openLibrary();
	session.type(':');
	await session.shows('─ Commands ─');
	session.type('stop');
	await session.shows(/│ +Stop the download +s +│/);
	session.type('\r');
	await session.shows(/debian-net\.iso +STOPPED/);
	expect(service.downloads[0]?.status).toBe('STOPPED');
	session.type(':stop the');
	await session.shows('Stop the download (It is stopped already.)');
	session.type('\r');
	await session.shows(/^i It is stopped already\.$/m);
	session.type(':no such thing');
	await session.shows('No such command');
	session.type('\x1b');
	await until(() => !session.emulator.text().includes('Commands'));
});

test('a user sees details beside the list on a wide screen, below it on a usual one, instead of it on a small one', async () => {
	const { session } = await openLibrary({ columns: 200, rows: 50 });
	session.type('j\r');
	await session.shows(/^NAME .* i \[Overview\]/m);
	await session.shows(/ infohash +0{39}2/);
	session.resize(80, 24);
	await session.shows(/^▸ i \[Overview\]/m);
	await session.shows(/^name +日本語の名前$/m);
	expect(listed(session)).toEqual(names);
	session.resize(40, 12);
	await session.shows(/^progress +100% of 4\.0 GiB$/m);
	await until(() => listed(session).join() === names[1]);
	// Back to the list: its cursor moves, and the details follow.
	session.type('\x1b');
	await until(() => !session.emulator.text().includes('▸'));
	session.type('j');
	await session.shows(/^name +debian-dvd\.iso$/m);
	session.type('v');
	await lists(session, names);
	session.resize(200, 50);
	await until(() => listed(session).length === 6 && session.emulator.rows()[49]?.includes('q quit'));
	expect(session.emulator.text()).not.toContain('Overview');
});

test('a user turns the wheel and the list scrolls', async () => {
	const service = await serveList(
		Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`number ${index}`, GiB])),
	);
	const session = await openCockpit(service);
	await session.shows('500 downloads');
	session.type('\x1b[<65;10;10M');
	await until(() => chosen(session) === 'number 3');
	session.type('\x1b[<65;10;10M'.repeat(60));
	await until(() => chosen(session) === 'number 183');
	session.type('\x1b[<64;10;10M'.repeat(2));
	await until(() => chosen(session) === 'number 177');
	session.type('G\x1b[<65;10;10M');
	await until(() => chosen(session) === 'number 499');
});

test('a user shrinks the window too far, enlarges it, and sees everything again', async () => {
	const { session } = await openLibrary();
	session.type('jj /');
	await session.shows('1 selected');
	session.type('iso');
	await session.shows('/iso  4 of 6 downloads');
	const before = session.emulator.snapshot();
	session.resize(30, 8);
	await session.shows('30×8 is too small');
	await session.shows('seedtop needs 40×10');
	// Keys have no invisible effect.
	session.type('xyz\x7f\r');
	session.resize(12, 3);
	await until(() => session.emulator.text().includes('12×3 is'));
	session.resize(80, 24);
	await until(() => session.emulator.snapshot() === before);
});

test('a user types while the program starts, and no key is lost', async () => {
	const service = await serveList(library);
	const session = await openCockpit(service);
	session.type('/deb');
	await session.shows('/deb  2 of 6 downloads');
	await lists(session, ['debian-net.iso', 'debian-dvd.iso']);
});

test('a user quits with a request in flight, and reads that it may be lost', async () => {
	const { session } = await openLibrary();
	session.type('d');
	await confirm(session, 'Remove debian-net.iso?', 'r');
	await session.shows('1 pending');
	session.type('\u0003');
	await session.shows('An order was not answered when you quit');
});
