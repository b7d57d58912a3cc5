import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ListService, serveList } from '../programs/list-service.ts';
import { cli, startService, type TemporaryFolder, temporaryFolder } from '../programs/service-process.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { Session } from '../terminal/pty.ts';

const GiB = 1024 ** 3;
const day = 86_400;
const now = Math.floor(Date.now() / 1000);

const tracked = (host: string) => ({ trackers: [{ url: `https://${host}/announce`, status: 'Working' }] });

/** Downloads of the service, in its order. */
const library = {
	'debian-13.iso': { size: 0.8 * GiB, ratio: 3, ...tracked('debian.example'), time_added: now - 2 * day },
	日本語の名前: { size: 4 * GiB, ratio: 0.5, num_connected_peers: 7, time_added: now - 40 * day },
	'broken-disk': { size: 3 * GiB, status: 'STOPPED_ON_ERROR', error: 'Cannot write: disk full' },
	'ubuntu-24.iso': { size: 5 * GiB, ratio: 2.5, ...tracked('ubuntu.example'), time_added: now - 3 * day },
	'Café müsli': { size: 0.1 * GiB, status: 'STOPPED', destination: '/srv/my music' },
	'fedora-42.iso': { size: 2 * GiB, ratio: 0, ...tracked('fedora.example'), time_added: now - 90 * day },
};
const names = Object.keys(library);

interface Size {
	readonly columns: number;
	readonly rows: number;
}

interface Opened {
	readonly session: Session;
	readonly service: ListService;
	readonly home: TemporaryFolder;
	/** Opens another cockpit on the same service, as the same user. */
	readonly again: (size?: Size, flags?: string, env?: Record<string, string>) => Promise<Session>;
}

async function open(size: Size = { columns: 80, rows: 24 }, view?: string): Promise<Opened> {
	const service = await serveList(library);
	const home = await temporaryFolder();
	onTestFinished(() => home.remove());
	if (view !== undefined) {
		await mkdir(join(home.path, '.config/seedtop'), { recursive: true });
		await writeFile(join(home.path, '.config/seedtop/view.json'), view);
	}
	const env = { HOME: home.path, XDG_CONFIG_HOME: '', CORE_API_PORT: '' };
	const again = async (otherSize: Size = size, flags = '', others: Record<string, string> = {}) => {
		const command = `'${process.execPath}' '${cli}' --url ${service.url} ${flags}; echo "code=$?"; read -r`;
		const session = new Session(command, { ...otherSize, env: { ...env, ...others } });
		onTestFinished(() => session.kill());
		if (flags === '') await session.shows('6 downloads');
		return session;
	};
	return { session: await again(), service, home, again };
}

const viewPath = (home: TemporaryFolder) => join(home.path, '.config/seedtop/view.json');

/** Quits and waits until the files are written. */
async function quit(session: Session): Promise<void> {
	session.type('q');
	await session.shows('code=0');
}

/** Returns the names of the visible rows, from the top. */
function listed(session: Session): string[] {
	return session.emulator.rows().flatMap((row) => names.find((name) => row.startsWith(name)) ?? []);
}

const lists = (session: Session, wanted: readonly string[]) =>
	until(() => listed(session).join() === wanted.join());

/** Returns the name under the cursor: the row with its look. */
function chosen({ emulator }: Session): string | undefined {
	const y = emulator.rows().findIndex((_, row) => row > 2 && emulator.cell(0, row).style.includes('inverse'));
	return names.find((name) => emulator.rows()[y]?.startsWith(name));
}

const titles = (session: Session) => session.emulator.rows()[2]?.trim().split(/ +/) ?? [];

test('a user filters for well-seeded large downloads, and the cursor stays on its torrent', async () => {
	const { session } = await open();
	session.type('jjj');
	await until(() => chosen(session) === 'ubuntu-24.iso');
	session.type('/ratio>2 ');
	await lists(session, ['debian-13.iso', 'ubuntu-24.iso']);
	expect(chosen(session)).toBe('ubuntu-24.iso');
	session.type('size>1GiB name~iso');
	await lists(session, ['ubuntu-24.iso']);
	session.type('\r');
	await session.shows('/ratio>2 size>1GiB name~iso  1 of 6 downloads');
	session.type('\x1b');
	await lists(session, names);
	expect(chosen(session)).toBe('ubuntu-24.iso');
});

test('a user filters by age, tracker, error and their negations', async () => {
	const { session } = await open();
	const filter = async (text: string, wanted: readonly string[]) => {
		session.type(`/\x15${text}`);
		await lists(session, wanted);
		session.type('\r');
	};
	await filter('added<7d', ['debian-13.iso', 'ubuntu-24.iso']);
	await filter('added>30d', ['日本語の名前', 'fedora-42.iso']);
	await filter('tracker:ubuntu.example', ['ubuntu-24.iso']);
	await filter('error', ['broken-disk']);
	await filter('error~"DISK FULL"', ['broken-disk']);
	await filter('not status:seeding', ['broken-disk', 'Café müsli']);
	await filter('-status:seeding -error', ['Café müsli']);
	await filter('error or ratio>2', ['debian-13.iso', 'broken-disk', 'ubuntu-24.iso']);
	await filter('cafe path:music', ['Café müsli']);
});

test('a user sees completions of statuses with their counts, and tab inserts the filter', async () => {
	const { session } = await open({ columns: 60, rows: 20 });
	session.type('/');
	await session.shows(/^ status:seeding +4 {2}complete and offered/m);
	await session.shows(/^ status:stopped +1 /m);
	session.type('st');
	await session.shows(/^ status: +what it is doing/m);
	session.type('\t');
	await session.shows(/^\/status:/m);
	// The next one, and the one after it.
	session.type('\x0e\x0e\t');
	await session.shows(/^\/status:stopped/m);
	await until(() => listed(session).length === 1);
	session.type(' si');
	await session.shows(/^ size> +how large it is/m);
	session.type('\t4');
	await session.shows(/^ size>4GiB +how large it is/m);
	session.type('\t');
	await session.shows(/^\/status:\S+ size>4GiB/m);
});

test('a user reads about invalid conditions while typing and after applying, and the others apply', async () => {
	const { session } = await open();
	session.type('/iso sise>4');
	await session.shows("! There is nothing called 'sise' to ask for.");
	await lists(session, ['debian-13.iso', 'ubuntu-24.iso', 'fedora-42.iso']);
	session.type('\x7f\x7f\x7f\x7f\x7f\x7fsize>huge');
	await session.shows("! 'huge' is no amount for 'size', as in size>4GiB.");
	session.type('\r');
	await session.shows(/^! Check the filter\. 'huge' is no amount/m);
	await lists(session, ['debian-13.iso', 'ubuntu-24.iso', 'fedora-42.iso']);
	session.type('/\x15ratio>99');
	await session.shows('No download passes the filter.');
});

test('a user filters by a status from the list with its count, selects all, and stops them', async () => {
	const { session, service } = await open();
	session.type('F');
	await session.shows(/│ {4}seeding +4 {2}│/);
	session.type('j\r');
	await session.shows('/status:seeding  4 of 6 downloads');
	session.type('A');
	await session.shows('4 selected');
	session.type('s');
	await until(() => service.downloads.every(({ status }) => status.startsWith('STOPPED')));
	// They stopped seeding: the filter follows their status.
	await session.shows('No download passes the filter.');
});

test('a user saves a filter under a name, finds it at the next start, uses it, and deletes it', async () => {
	const { session, again, home } = await open();
	session.type('/ratio>2 -error');
	await session.shows('2 of 6');
	session.type('\x13');
	await session.shows('Save a filter');
	session.type('good ones\r');
	await session.shows(/^✓ Saved the filter good ones/m);
	await session.shows('/ratio>2 -error  2 of 6 downloads');
	await quit(session);
	const next = await again();
	next.type('F');
	await next.shows(/│ {4}good ones +ratio>2 -error +2 +│/);
	// Below it are the trackers.
	next.type('Gkkk\r');
	await lists(next, ['debian-13.iso', 'ubuntu-24.iso']);
	next.type('F');
	await next.shows(/● good ones/);
	next.type('d');
	await next.shows('Deleted the filter good ones: ratio>2 -error');
	next.type('\x1b');
	await until(() => !next.emulator.text().includes('Filter by'));
	await quit(next);
	expect(JSON.parse(await readFile(viewPath(home), 'utf8')).filters).toEqual([]);
});

test('a user chooses columns, order and widths, and finds them at the next start', async () => {
	const { session, again, home } = await open();
	session.type('C');
	await session.shows('Columns in windows below 100 columns: standard');
	// Size becomes the second column, a little wider. The progress disappears.
	session.type('jjjKK+++jj ');
	await session.shows(/\[ \] PROGRESS/);
	await session.shows(/\[x\] SIZE +=11 /);
	session.type('\r');
	await until(() => titles(session).slice(0, 3).join() === 'NAME,SIZE,STATUS');
	expect(session.emulator.rows()[2]).toMatch(/ {8}SIZE STATUS/);
	await quit(session);
	expect(JSON.parse(await readFile(viewPath(home), 'utf8')).columns.narrow.slice(0, 3)).toEqual([
		{ id: 'name' },
		{ id: 'size', width: 11 },
		{ id: 'status' },
	]);
	const next = await again();
	await until(() => titles(next).slice(0, 3).join() === 'NAME,SIZE,STATUS');
	expect(next.emulator.rows()[3]).toMatch(/^debian-13\.iso .* 819 MiB SEEDING /);
	// A wide window has columns of its own.
	const wide = await again({ columns: 160, rows: 24 });
	expect(titles(wide).slice(0, 3)).toEqual(['NAME', 'STATUS', 'PROGRESS']);
});

test('a user tries presets for the window, and escape keeps the previous columns', async () => {
	const { session } = await open({ columns: 200, rows: 40 });
	const before = titles(session);
	session.type('C');
	await session.shows('Columns in windows of 100 columns and more: standard');
	session.type('pp');
	await session.shows('and more: wide');
	expect(titles(session)).toContain('TRACKER');
	await session.shows(/^debian-13\.iso .* debian\.example /m);
	session.type('\x1b');
	await until(() => titles(session).join() === before.join());
	session.type('Cp\r');
	await until(() => titles(session).join() === 'NAME,PROGRESS,DOWN/S,UP/S');
});

test('a user finds the custom columns after the last preset, and the dialog shows its keys', async () => {
	const { session } = await open({ columns: 60, rows: 20 });
	session.type('C');
	await session.shows('space shows  K J move  + - width, = usual  p preset');
	session.type('j+\rC');
	await session.shows('100 columns: your own');
	for (const name of ['standard', 'narrow', 'wide', 'seeding', 'fetching', 'your own', 'standard']) {
		session.type('p');
		await session.shows(`100 columns: ${name} `);
	}
	session.type('\x1b');
	await until(() => !session.emulator.text().includes('Columns in windows'));
	session.type('C');
	await session.shows('100 columns: your own');
	await session.shows(/STATUS +=13 /);
});

test('a user sorts by any column with its key, both ways, and finds the order at the next start', async () => {
	const { session, again } = await open();
	session.type('S');
	await session.shows('Sort by');
	session.type('z');
	const bySize = ['ubuntu-24.iso', '日本語の名前', 'broken-disk', 'fedora-42.iso', 'debian-13.iso'];
	await lists(session, [...bySize, 'Café müsli']);
	session.type('Sz');
	await lists(session, ['Café müsli', ...bySize.toReversed()]);
	// A filter without a key and without a place in the window, by its place in the list.
	session.type('SG\r');
	await session.shows('by ↑INFOHASH');
	await lists(session, names);
	session.type('Sc');
	await session.shows('by ↓CONN');
	await until(() => listed(session)[0] === '日本語の名前');
	await quit(session);
	const next = await again();
	await next.shows('by ↓CONN');
	await until(() => listed(next)[0] === '日本語の名前');
});

test('a user sees how many downloads each tracker has, and chooses one like a status', async () => {
	const { session, service } = await open();
	session.type('F');
	await session.shows(/│ {4}debian\.example tracker +1 +│/);
	await session.shows(/│ {4}ubuntu\.example tracker +1 +│/);
	session.type('G\r');
	await session.shows('/tracker=ubuntu.example');
	await lists(session, ['ubuntu-24.iso']);
	// One more matches: its count updates while the list of filters is open.
	session.type('F');
	await session.shows(/● ubuntu\.example tracker +1 +│/);
	for (const download of service.downloads) Object.assign(download, tracked('ubuntu.example'));
	service.tell('torrent_finished', { infohash: service.downloads[0]?.infohash, name: 'debian-13.iso' });
	await session.shows(/● ubuntu\.example tracker +6 +│/);
	expect(session.emulator.text()).not.toContain('debian.example');
	for (const download of service.downloads) Object.assign(download, { trackers: [] });
	service.tell('torrent_finished', { infohash: service.downloads[0]?.infohash, name: 'debian-13.iso' });
	await session.shows('The service tells no trackers of them.');
});

test('a user filters by a month, a day or since a day, and completion shows the syntax', async () => {
	const { session } = await open();
	const month = new Date((now - 90 * day) * 1000).toISOString().slice(0, 7);
	session.type('/added');
	await session.shows(/^ added< +when added, as in added<7d, added:2026-11/m);
	session.type(':');
	await session.shows(/^ added:today +when added/m);
	session.type(month);
	await lists(session, ['fedora-42.iso']);
	session.type(`\x15added>=${new Date((now - 3 * day) * 1000).toISOString().slice(0, 10)}`);
	await lists(session, ['debian-13.iso', 'ubuntu-24.iso']);
	session.type('\x15added:2026-13');
	await session.shows("! '2026-13' is neither an age nor a date for 'added'");
	session.type('\x15finished:today\r');
	await session.shows('No download passes the filter.');
});

test('a user negates with !, alternates with | and matches any text with *, as in other programs', async () => {
	const { session } = await open();
	session.type('/!iso');
	await lists(session, ['日本語の名前', 'broken-disk', 'Café müsli']);
	session.type('\x15name=*-4*.iso | !status:seeding');
	await lists(session, ['broken-disk', 'Café müsli', 'fedora-42.iso']);
	session.type('\x15name!~iso name!=*sk');
	await lists(session, ['日本語の名前', 'Café müsli']);
});

test('a user sorts by size and then by status, and each status is sorted by size, now and at the next start', async () => {
	const { session, again, service } = await open();
	const bySize = ['ubuntu-24.iso', '日本語の名前', 'fedora-42.iso', 'debian-13.iso'];
	session.type('Sz');
	await until(() => listed(session)[0] === 'ubuntu-24.iso');
	session.type('Ss');
	await session.shows('by ↑STATUS, then ↓SIZE');
	await lists(session, [...bySize, 'Café müsli', 'broken-disk']);
	session.type('S');
	await session.shows(/STATUS .* ↑ +│/);
	await session.shows(/SIZE .* then ↓ +│/);
	session.type('s');
	await lists(session, ['broken-disk', 'Café müsli', ...bySize]);
	// Changes from a poll are sorted among equal rows.
	Object.assign(service.downloads[0] ?? {}, { size: 9 * GiB });
	service.tell('torrent_finished', { infohash: service.downloads[0]?.infohash, name: 'debian-13.iso' });
	const grown = ['debian-13.iso', 'ubuntu-24.iso', '日本語の名前', 'fedora-42.iso'];
	await lists(session, ['broken-disk', 'Café müsli', ...grown]);
	await quit(session);
	const next = await again();
	await next.shows('by ↓STATUS, then ↓SIZE');
	await lists(next, ['broken-disk', 'Café müsli', ...grown]);
});

test('a user saves and deletes filters in one cockpit, and the other one shows it without a restart', async () => {
	const { session: one, again, home } = await open();
	const other = await again();
	const kept = () => readFile(viewPath(home), 'utf8').catch(() => '');
	one.type('/error\x13');
	await one.shows('Save a filter');
	one.type('bad\r');
	await until(async () => (await kept()).includes('"bad"'));
	other.type('F');
	await other.shows(/│ {4}bad +error +1 +│/);
	other.type('Gkkkd');
	await other.shows('Deleted the filter bad: error');
	await until(async () => !(await kept()).includes('"bad"'));
	one.type('F');
	await until(() => one.emulator.text().includes('Filter by') && !one.emulator.text().includes(' bad '));
});

test('a user with an unwritable home reads it once, and everything else works', async () => {
	const { again } = await open({ columns: 120, rows: 30 });
	const session = await again({ columns: 120, rows: 30 }, '', { XDG_CONFIG_HOME: '/proc/seedtop' });
	session.type('Sz');
	await session.shows(/^! What you chose is not kept for the next start: /m);
	session.type('Ss');
	await session.shows('by ↑STATUS, then ↓SIZE');
	session.type('/error\x13');
	await session.shows('Save a filter');
	session.type('bad\rF');
	await session.shows(/│ {2}● bad +error +1 +│/);
	session.type('\x1b');
	await until(() => !session.emulator.text().includes('Filter by'));
	session.type('2');
	await session.shows(/success +Saved the filter bad/);
	await quit(session);
	expect(session.emulator.text().match(/is not kept for the next start/g)?.length ?? 0).toBeLessThanOrEqual(
		1,
	);
});

test('a user sees invalid numbers as unknown, and the list stays sorted', async () => {
	const { session, service } = await open({ columns: 200, rows: 30 });
	const [first] = service.downloads;
	const odd = {
		num_seeds: -1e308,
		num_peers: 1e300,
		size: 1e300,
		ratio: -5,
		progress: 7.5,
		hops: -3,
		eta: -1,
	};
	Object.assign(first ?? {}, odd, { time_added: 1e300, speed_down: -1e308, availability: -1 });
	service.tell('torrent_finished', { infohash: first?.infohash, name: 'debian-13.iso' });
	await session.shows(/^debian-13\.iso +SEEDING +█+ +100% +∞ .* –\/∞ +– /m);
	session.type('/seeds<5 added>1d');
	await until(() => !listed(session).includes('debian-13.iso'));
	session.type('\x1b');
	await lists(session, names);
	session.type('Cpp\r');
	await session.shows('SEEDS PEERS');
	expect(session.emulator.text()).not.toMatch(/NaN|Infinity|e\+\d/);
});

test('two cockpits keep the choices of both', async () => {
	const { session: one, again, home } = await open();
	const other = await again();
	one.type('Ss');
	await one.shows('↑STATUS');
	other.type('/error\x13');
	await other.shows('Save a filter');
	other.type('bad\r');
	await other.shows('Saved the filter bad');
	await quit(other);
	one.type('/iso\x13');
	await one.shows('Save a filter');
	one.type('images\r');
	await one.shows('Saved the filter images');
	await quit(one);
	expect(JSON.parse(await readFile(viewPath(home), 'utf8'))).toEqual({
		sort: { column: 'status', descending: false },
		filters: [
			{ name: 'bad', filter: 'error' },
			{ name: 'images', filter: 'iso' },
		],
		earlier: ['iso', 'error'],
	});
	expect(await readdir(join(home.path, '.config/seedtop'))).toEqual(['view.json']);
});

test('a user with an invalid view file reads that it is kept aside, and the cockpit works', async () => {
	const { session, home } = await open({ columns: 80, rows: 24 }, '{ "columns": [oops');
	await session.shows(/^! What you chose before is not used: /m);
	session.type('Sn');
	await session.shows('↑NAME');
	await session.shows('it is kept as');
	await quit(session);
	expect(await readFile(`${viewPath(home)}.broken`, 'utf8')).toBe('{ "columns": [oops');
	expect(JSON.parse(await readFile(viewPath(home), 'utf8'))).toEqual({
		sort: { column: 'name', descending: false },
	});
});

test('a user filters the list of a real service, and acts on the matches', async () => {
	const folder = await temporaryFolder();
	const service = await startService(folder.path);
	onTestFinished(async () => {
		await service.end();
		await folder.remove();
	});
	for (const [name, size] of [
		['small', 20_000],
		['large', 3_000_000],
	] as const) {
		const { path } = await makeTorrent(service.downloadFolder, name, { 'a.bin': size });
		await service.client().addDownload({ body: { uri: path } });
	}
	const command = `'${process.execPath}' '${cli}' --state-dir '${service.stateFolder}'`;
	const session = new Session(command, { columns: 80, rows: 24, env: { HOME: folder.path } });
	onTestFinished(() => session.kill());
	await session.shows(/large +SEEDING/);
	await session.shows(/small +SEEDING/);
	session.type('/size>1MiB status:seeding added<1h\r');
	await session.shows('1 of 2 downloads');
	session.type('s');
	await session.shows('0 of 2 downloads');
	const { downloads } = await service.client().listDownloads();
	expect(Object.fromEntries(downloads.map(({ name, status }) => [name, status]))).toEqual({
		small: 'SEEDING',
		large: 'STOPPED',
	});
});

test('a user of the screen reader hears the matches of a filter and its completions', async () => {
	const { again } = await open();
	const session = await again({ columns: 120, rows: 60 }, '--linear');
	await session.shows('6 downloads');
	session.type('/');
	await session.shows('6 of 6 shown, on debian-13.iso');
	session.type('\x0e');
	await session.shows(/tab makes it status:stopped\S*, 2 of/);
	session.type('ratio>2');
	await session.shows('2 of 6 shown, on debian-13.iso');
	session.type('\r');
	await session.shows('Filter: ratio>2.');
	session.type('S');
	await session.shows('Sort by.');
	session.type('z');
	await session.shows('Sorted by size, the greatest first.');
});
