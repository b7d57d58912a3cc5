import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { serveList } from '../programs/list-service.ts';
import { cli, type TemporaryFolder, temporaryFolder } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';
import { Session } from '../terminal/pty.ts';

const tracker = (status: string, host = 'a.example') => ({
	trackers: [
		{ url: `https://${host}/announce`, status },
		{ url: '[DHT]', status: 'Not working' },
	],
});

/** 2026-11-21 02:00 in UTC: in New York it is the evening before. */
const evening = Date.UTC(2026, 10, 21, 2) / 1000;

const library = {
	fast: { size: 10, status: 'DOWNLOADING', progress: 0.5, speed_down: 100, ...tracker('Working') },
	hangs: { size: 10, status: 'DOWNLOADING', progress: 0.5, ...tracker('Not working') },
	magnet: { size: 0, status: 'METADATA', progress: 0, ...tracker('Not contacted yet', 'b.example') },
	seed: { size: 30, ratio: 3, ...tracker('Working') },
	old: { size: 20, ratio: 3, status: 'STOPPED', time_added: evening, trackers: [] },
	broken: { size: 20, status: 'STOPPED_ON_ERROR', error: 'disk full', trackers: [] },
};
const names = Object.keys(library);

let home: TemporaryFolder;
beforeEach(async () => {
	home = await temporaryFolder();
	return () => home.remove();
});

async function open(columns = 80, rows = 24, TZ = 'UTC', flags = ''): Promise<Session> {
	const env = { HOME: home.path, XDG_CONFIG_HOME: '', CORE_API_PORT: '', TZ };
	const service = await serveList(library);
	const command = `'${process.execPath}' '${cli}' --url ${service.url} ${flags}; echo "code=$?"; read -r`;
	const session = new Session(command, { columns, rows, env });
	onTestFinished(() => session.kill());
	await session.shows(`${names.length} downloads`);
	return session;
}

async function quit(session: Session): Promise<void> {
	session.type('q');
	await session.shows('code=0');
}

/** Returns the names of the visible rows, from the top. */
const listed = ({ emulator }: Session) =>
	emulator
		.rows()
		.flatMap((row) => /^[ ●]*(\w+) +[A-Z]{2}/.exec(row)?.[1] ?? [])
		.filter((name) => names.includes(name));
const lists = (session: Session, ...wanted: string[]) =>
	until(() => listed(session).join() === wanted.join());

test('a user presses F and finds stalled downloads, missing and failing trackers, with their counts', async () => {
	const session = await open();
	session.type('F');
	for (const [name, filter, count] of [
		['errors', 'error', 1],
		['active', 'is:active', 1],
		['idle', 'is:idle', 5],
		['stuck', 'is:stuck', 2],
		['tracker errors', 'is:tracker_error', 1],
		['without trackers', 'is:untracked', 2],
	] as const) {
		await session.shows(new RegExp(` ${name} +${filter} +${count} +│`));
	}
	session.type('q/is:stalled');
	await lists(session, 'hangs', 'magnet');
	session.type('\x15is:tracker-error');
	await lists(session, 'hangs');
	session.type('\x15unreg');
	await session.shows(/^ is:tracker_error +1 {2}a tracker of it does not work/m);
	session.type('\x15sta');
	await session.shows(/^ is:stuck +2 {2}should come in, and nothing does/m);
});

test('a user sees how many would remain, and narrows the filter by one more choice or replaces it', async () => {
	const session = await open();
	session.type('/ratio>2\rF');
	await session.shows('enter narrows the filter that is on, r replaces it');
	await session.shows(/ seeding +1 +│/);
	await session.shows(/ stopped +1 +│/);
	await session.shows(/ downloading +0 +│/);
	await session.shows(/ without trackers +is:untracked +1 +│/);
	await session.shows(/ a\.example tracker +1 +│/);
	session.type('G\r');
	await session.shows('/ratio>2 tracker=a.example  1 of 6 downloads');
	await lists(session, 'seed');
	session.type('Fr');
	await until(() => listed(session).length > 1);
	session.type('/\x15ratio>2 or error\rF');
	await session.shows(/ without trackers +is:untracked +2 +│/);
	session.type('GG');
	await session.shows('Filter by');
	session.type('r');
	await lists(session, 'fast', 'hangs', 'seed');
});

test('a user chooses another status, and the rest of the filter stays', async () => {
	const session = await open();
	session.type('/status:seeding size>5\rF');
	await session.shows(/● seeding +1 +│/);
	// From the active filter to the one above or below it that has two.
	await session.shows(/ downloading +2 +│/);
	const at = session.emulator.rows().findIndex((row) => / downloading +2 /.test(row));
	const on = session.emulator.rows().findIndex((row) => /● seeding/.test(row));
	session.type((at > on ? 'j' : 'k').repeat(Math.abs(at - on)));
	session.type('\r');
	await session.shows('/size>5 status:downloading  2 of 6 downloads');
});

test('a user reads in the completion how many would remain with the rest of the filter', async () => {
	const session = await open();
	session.type('/ratio>2 status:');
	await session.shows(/^ status:stopped +1 /m);
	await session.shows(/^ status:seeding +1 /m);
	expect(session.emulator.text()).not.toMatch(/status:downloading +2/);
	session.type('\x15size>15 is:un');
	await session.shows(/^ is:untracked +2 /m);
});

test('a user recalls recent filters with the arrow, also at the next start, which shows all rows', async () => {
	const session = await open(60, 20);
	session.type('/ratio>2\r');
	await lists(session, 'seed', 'old');
	session.type('/\x15error\r');
	await lists(session, 'broken');
	await quit(session);
	const next = await open(60, 20);
	await lists(next, ...names);
	next.type('/si');
	await next.shows('↑ earlier');
	next.type('\x1b[A');
	await lists(next, 'broken');
	next.type('\x1b[A');
	await next.shows(/^\/ratio>2/m);
	await lists(next, 'seed', 'old');
	next.type('\x1b[A');
	await next.shows('There is no earlier filter.');
	next.type('\x1b[B\x1b[B');
	await next.shows(/^\/si/m);
	next.type('\x1b[A\x1b[A\r');
	await lists(next, 'seed', 'old');
	await quit(next);
	const { earlier } = JSON.parse(await readFile(join(home.path, '.config/seedtop/view.json'), 'utf8'));
	expect(earlier).toEqual(['ratio>2', 'error']);
});

test('a user saves a filter, reads a notice, the prompt closes, and the next keys are commands', async () => {
	const session = await open();
	session.type('/ratio>2\x13');
	await session.shows('Save a filter');
	session.type('good\r');
	await session.shows(/^✓ Saved the filter good: F finds it\./m);
	session.type('A');
	await session.shows('2 selected');
	await lists(session, 'seed', 'old');
});

test('a user filters by days and hours of the local time zone', async () => {
	const here = await open(120, 30, 'America/New_York');
	here.type('/added:2026-11-20\r');
	await lists(here, 'old');
	here.type('\r');
	await here.shows(/added +2026-11-20 21:00:00/);
	const there = await open(120, 30, 'Asia/Tokyo');
	there.type('/added:2026-11-21\r');
	await lists(there, 'old');
	there.type('\r');
	await there.shows(/added +2026-11-21 11:00:00/);
	expect(there.emulator.text()).not.toContain('UTC');
});

test('a user of the screen reader hears the filter that the arrow recalls', async () => {
	const session = await open(120, 60, 'UTC', '--linear');
	session.type('/ratio>2\r');
	await session.shows('Filter: ratio>2.');
	session.type('/\x15\x1b[A');
	await session.shows(/ratio>2; 2 of 6 shown/);
	session.type('\x1b');
});
