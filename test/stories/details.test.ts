import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { EngineProcess } from '../../source/service/engine/process.ts';
import { dialects } from '../contract/foreign/dialects.ts';
import { startForeign } from '../contract/foreign/server.ts';
import { sources } from '../contract/foreign/world/torrents.ts';
import { clientOf } from '../contract/foreign-cases/context.ts';
import { startSeeder, startTracker, type Tracker } from '../programs/seeder.ts';
import {
	cli,
	type RunningService,
	startService,
	type TemporaryFolder,
	temporaryFolder,
} from '../programs/service-process.ts';
import { type MadeTorrent, makeTorrent, noise } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { Session } from '../terminal/pty.ts';

const reason = `You are not registered here. ${'Ask the operators of this tracker for help. '.repeat(4)}Really.`;
/** Upload limits of the two peers with all data, bytes per second. */
const rates = { slow: 40_000, fast: 160_000 };

let folder: TemporaryFolder;
let service: RunningService;
let tracker: Tracker;
const seeders: EngineProcess[] = [];
/** A tracker that refuses all announces. */
let refusingUrl: string;
const endings: (() => void)[] = [];
/** A download from two peers during the tests, and a complete one. */
let coming: MadeTorrent;
let here: MadeTorrent;

beforeAll(async () => {
	folder = await temporaryFolder();
	const refusing = createServer((_, response) =>
		response.end(`d14:failure reason${reason.length}:${reason}e`),
	);
	await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
	const address = refusing.address();
	refusingUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/announce`;
	endings.push(() => refusing.close());
	[service, tracker] = await Promise.all([startService(folder.path, ['--no-pex']), startTracker()]);
	const elsewhere = join(folder.path, 'elsewhere');
	coming = await makeTorrent(
		elsewhere,
		'旅行 film',
		{ 'film 映画.mkv': 40_000_000, 'readme.txt': 900 },
		{ trackers: [tracker.url, refusingUrl], pieceLength: 65_536 },
	);
	here = await makeTorrent(service.downloadFolder, 'nested', { 'a/big one.bin': 90_000, 'b.txt': 30 });
	const { infohash, bytes } = coming;
	for (const rate of [rates.slow, rates.fast]) {
		seeders.push(await startSeeder([{ infohash, bytes, folder: elsewhere }], rate));
	}
	for (const { path } of [coming, here]) await service.client().addDownload({ body: { uri: path } });
}, 60_000);

afterAll(async () => {
	await Promise.all(seeders.map((seeder) => seeder.close()));
	await tracker?.close();
	for (const end of endings) end();
	await service?.end();
	await folder?.remove();
});

interface Opened {
	readonly columns?: number;
	readonly rows?: number;
	readonly settings?: object;
	/** Variables that the shell sets for the program. */
	readonly before?: string;
	readonly options?: string;
	readonly service?: string;
}

/** Opens the cockpit with a new home that contains these settings. It is closed with the test. */
async function open({
	columns = 100,
	rows = 30,
	settings,
	before = '',
	options = '',
	...where
}: Opened = {}) {
	const home = await temporaryFolder();
	if (settings) {
		await mkdir(join(home.path, '.config/seedtop'), { recursive: true });
		await writeFile(join(home.path, '.config/seedtop/cockpit.json'), JSON.stringify(settings));
	}
	const on = where.service ?? `--state-dir '${service.stateFolder}'`;
	const session = new Session(`${before} '${process.execPath}' '${cli}' ${on} ${options}`, {
		columns,
		rows,
		env: { HOME: home.path, XDG_CONFIG_HOME: '', CORE_API_PORT: '', TMUX: '', STY: '' },
	});
	onTestFinished(async () => {
		session.kill();
		await home.remove();
	});
	return { session, home: home.path };
}

/** Returns the visible rows of peers, from the top: their rates. */
const peerRates = ({ emulator }: Session) =>
	emulator.rows().flatMap((row) => /^127\.0\.0\.1:\d+ .* 100% +(\d+(?:\.\d)?) KiB /.exec(row)?.[1] ?? []);

test('a user opens a download and sees all of its details, with a graph of the last minutes', async () => {
	const { session } = await open({ columns: 130, rows: 44 });
	await session.shows(/旅行 film +DOWNLOADING/);
	session.type('\r');
	await session.shows(/▸ i \[Overview\]/);
	await session.shows(/^down +\d+.* KiB\/s, limit none/m);
	await session.shows(new RegExp(`^destination +${service.downloadFolder}`, 'm'));
	await session.shows(/^pieces +611 of 64\.0 KiB/m);
	await session.shows(/down {2}peak \d+/);
	await session.shows(/[▁-█]$/m);
	session.type('\x1b');
	await session.shows(/─ i \[Overview\]/);
});

test('a user opens the peers, reads the meaning of their flags, and sorts them by rate', async () => {
	const { session } = await open();
	await session.shows(/旅行 film +DOWNLOADING/);
	session.type('p');
	await session.shows(/127\.0\.0\.1:\d+: (L we|R it) connected to (it|us), D we want its data and it sends/);
	await until(() => peerRates(session).length === 2);
	session.type('oooo');
	await session.shows('↓DOWN/S');
	await until(() => Number(peerRates(session)[0]) > Number(peerRates(session)[1]));
	session.type('O');
	await session.shows('↑DOWN/S');
	await until(() => Number(peerRates(session)[0]) < Number(peerRates(session)[1]));
	session.type('G');
	await session.shows('2 of 2');
});

test('a user reads the whole error of a tracker', async () => {
	const { session } = await open({ columns: 60, rows: 20 });
	await session.shows(/旅行 film +DOWNLOADING/);
	session.type('tz');
	await session.shows(/^http:\/\/127\.0\.0\.1:\d+\/announce +Working/m);
	session.type('j');
	await session.shows(new RegExp(`^─+\n^${refusingUrl}$`, 'm'));
	const shown = () => session.emulator.text().replaceAll(/\s+/g, ' ');
	await until(() => shown().includes(reason));
	expect(session.emulator.text()).toContain('● connected');
});

test('a user watches the pieces in a map that fits the window', async () => {
	const { session } = await open({ columns: 80, rows: 24 });
	await session.shows(/旅行 film +DOWNLOADING/);
	session.type('mz');
	const count = () => Number(/^(\d+) of 611 pieces here \(/m.exec(session.emulator.text())?.[1] ?? -1);
	await until(() => count() >= 0);
	const before = count();
	await until(() => count() > before && /[█▓▒]/.test(session.emulator.text()));
	await session.shows(/Availability among peers and here: [2-3]\.\d\d copies/);
	await session.shows('[█] all [▓] most [▒] some [░] none  a cell is a piece');
	session.resize(40, 10);
	await session.shows(/\[█\] all.*\n/);
	await session.shows(/^\d+ of 611 pieces here/m);
});

test('a user moves from download to download with maximized details', async () => {
	const { session } = await open({ columns: 80, rows: 24 });
	await session.shows(/旅行 film +DOWNLOADING/);
	session.type('iz');
	await session.shows(/^name +旅行 film$/m);
	session.type('>');
	await session.shows(/^name +nested$/m);
	session.type('<]]');
	await session.shows('[Peers]');
	await session.shows(/127\.0\.0\.1:\d+ .* 100% /);
	session.type('>');
	await session.shows('No peers are connected.');
});

test('a user requests the health of a swarm, and reads in the tab that the service cannot check it', async () => {
	const { session } = await open();
	await session.shows(/旅行 film +DOWNLOADING/);
	session.type('e');
	await session.shows('has not been checked');
	session.type('\r');
	await session.shows('Only Tribler services check swarm health.');
	await session.shows('● connected');
	await until(() => !session.emulator.text().includes('enter check'));
});

test.each([
	['7.11', ['DHT', '127.0.0.1:6969/announce', 'Timeout']],
	['8.4', ['5 seeds, 2 peers, checked']],
] as const)('I check the health of a swarm on a service of %s and get what it finds', async (name, shown) => {
	const dialect = dialects.find((each) => each.name === name);
	if (!dialect) throw new Error('there is no such dialect');
	const foreign = await startForeign(dialect);
	onTestFinished(() => foreign.close());
	const client = clientOf(foreign);
	onTestFinished(() => client.close());
	await client.addDownload({ body: { uri: sources.nested } });
	const { session } = await open({
		before: `SEEDTOP_API_KEY='${dialect.key}'`,
		service: `--url ${foreign.url}`,
	});
	await session.shows(/nested .*(STOPPED|DOWNLOADING|SEEDING)/);
	session.type('e\r');
	for (const text of shown) await session.shows(text);
	await session.shows('● connected');
});

test('a user copies the address of the largest file without the key, and it works with the key', async () => {
	const { session } = await open({ before: 'env -u TMUX -u STY' });
	await session.shows(/nested +SEEDING/);
	session.type('jw');
	await session.shows('a/big one.bin, 87.9 KiB');
	await session.shows('header X-Api-Key');
	session.type('c');
	await session.shows('The address of a/big one.bin is copied');
	const [, base64 = ''] = /\x1b\]52;c;([\w+/=]+)\x07/.exec(session.bytes) ?? [];
	const url = Buffer.from(base64, 'base64').toString();
	expect(url).toBe(`${service.url}/downloads/${here.infohash}/stream/0`);
	expect(session.bytes).not.toContain(service.key);
	expect((await fetch(url)).status).toBe(401);
	const answer = await fetch(url, { headers: { 'x-api-key': service.key, range: 'bytes=10-19' } });
	expect(Buffer.from(await answer.arrayBuffer())).toEqual(noise('a/big one.bin', 90_000).subarray(10, 20));
});

test('a user opens a file in a player by an address without a key, and reads about a failure', async () => {
	const player = join(folder.path, 'player.mjs');
	const played = join(folder.path, 'played');
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
	const { session } = await open({ settings: { player: command } });
	await session.shows(/nested +SEEDING/);
	session.type('jw');
	await session.shows('enter play');
	session.type('\r');
	await session.shows(/ended with code 3/);
	const said = await readFile(`${played}.txt`, 'utf8');
	expect(said).toMatch(/^206 bytes 100-89999\/90000 http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
	expect((await readFile(played)).equals(noise('a/big one.bin', 90_000).subarray(100))).toBe(true);
});

test('a user reads that the configured player is missing', async () => {
	const { session } = await open({ settings: { player: 'no-such-player --fs' } });
	await session.shows(/nested +SEEDING/);
	session.type('jw');
	await session.shows('enter play');
	session.type('\r');
	await session.shows('There is no program');
});

test('a user saves the .torrent file, and is asked before an existing file is replaced', async () => {
	const { session } = await open();
	const target = join(folder.path, 'saved here.torrent');
	await session.shows(/旅行 film +DOWNLOADING/);
	session.type('T');
	await session.shows(/旅行 film\.torrent/);
	session.type(`\x15${join(folder.path, 'nowhere/x.torrent')}\r`);
	await session.shows(/There is no folder .*nowhere\./);
	session.type(`\x15${target}\r`);
	await session.shows('✓ Saved the .torrent file of 旅行 film');
	expect((await readFile(target)).equals(coming.bytes)).toBe(true);
	await writeFile(target, 'something else');
	session.type('T');
	await session.shows('Save the torrent');
	session.type(`\x15${target}\r`);
	await session.shows('This file exists.');
	expect(await readFile(target, 'utf8')).toBe('something else');
	session.type('\x0f');
	await until(async () => (await readFile(target)).equals(coming.bytes));
});

test('a user without colour and with ASCII still sees the focused tab, the map and the graph', async () => {
	const { session } = await open({ options: '--ascii --theme none', columns: 130, rows: 40 });
	await session.shows(/film +DOWNLOADING/);
	session.type('\r');
	await session.shows(/^> i \[Overview\]/m);
	await session.shows(/peak .*\n.*[_=#]$/m);
	session.type('m');
	await session.shows(/^> .*m \[Pieces\]/m);
	await session.shows('[#] all [%] most [=] some [ ] none');
	session.type('\x1b');
	await session.shows(/^- .*m \[Pieces\]/m);
	expect(session.emulator.text()).toMatch(/^[\x20-\x7e\n]*$/);
});
