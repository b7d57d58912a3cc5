import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
	cli,
	type RunningService,
	startService,
	type TemporaryFolder,
	temporaryFolder,
} from '../programs/service-process.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { Session } from '../terminal/pty.ts';
import { confirm, leaves } from './open-cockpit.ts';

const node = process.execPath;
let folder: TemporaryFolder;
let service: RunningService;
const sessions: Session[] = [];

beforeAll(async () => {
	folder = await temporaryFolder();
	service = await startService(folder.path);
});

afterEach(async () => {
	for (const session of sessions.splice(0)) session.kill();
	const client = service.client();
	for (const { infohash } of (await client.listDownloads()).downloads) {
		await client.removeDownload({ params: { infohash }, body: { remove_data: false } });
	}
});

afterAll(async () => {
	await service?.end();
	await folder?.remove();
});

/** Opens the cockpit on the service, as a user with an empty home. */
function openCockpit(size: { columns: number; rows: number } = { columns: 80, rows: 24 }): Session {
	const session = new Session(
		`'${node}' '${cli}' --state-dir '${service.stateFolder}'; echo "code=$?"; stty -a; read -r`,
		{
			...size,
			env: { HOME: folder.path },
		},
	);
	sessions.push(session);
	return session;
}

const statusOf = async (infohash: string) =>
	(await service.client().listDownloads()).downloads.find((each) => each.infohash === infohash)?.status;

test('a user opens the cockpit, sees an empty list with the first step, and quits', async () => {
	const session = openCockpit();
	await session.shows('● connected');
	await session.shows('There are no downloads yet.');
	await session.shows('Press a to add one');
	session.type('q');
	await session.shows('code=0');
	expect(session.emulator.onAlternateScreen).toBe(false);
	expect(session.mode(25)).toBe(true);
	await session.shows(/[^-]icanon/);
	await session.shows(/[^-]\becho\b/);
});

test('a user adds a torrent by its path, stops, resumes and rechecks it, and removes it but keeps its data', async () => {
	const torrent = await makeTorrent(service.downloadFolder, 'story', { 'a.bin': 50_000 });
	const session = openCockpit();
	await session.shows('no downloads yet');
	session.type('a');
	await session.shows('Add a download');
	session.type(torrent.path);
	session.type('\r');
	await session.shows(/story +SEEDING/);
	expect(await statusOf(torrent.infohash)).toBe('SEEDING');
	session.type('s');
	await session.shows(/story +STOPPED/);
	expect(await statusOf(torrent.infohash)).toBe('STOPPED');
	session.type('r');
	await session.shows(/story +SEEDING/);
	session.type('c');
	await session.shows('Rechecking: story');
	await session.shows(/story +SEEDING/);
	session.type('d');
	await session.shows('Remove story?');
	await session.shows('delete 48.8 KiB from the disk');
	await confirm(session, 'Remove story?', 'r');
	await session.shows('no downloads yet');
	expect(await statusOf(torrent.infohash)).toBeUndefined();
	expect((await stat(join(service.downloadFolder, 'story/a.bin'))).size).toBe(50_000);
});

test('a user removes a download with its data, and cancels another removal with escape', async () => {
	const one = await makeTorrent(service.downloadFolder, 'first', { 'a.bin': 20_000 });
	const two = await makeTorrent(service.downloadFolder, 'second', { 'b.bin': 20_000 });
	for (const { path } of [one, two]) await service.client().addDownload({ body: { uri: path } });
	const session = openCockpit();
	await session.shows(/first +SEEDING/);
	session.type('j');
	session.type('d');
	await session.shows('Remove second?');
	session.type('\u001b');
	await until(() => !session.emulator.text().includes('Remove second?'));
	session.type('k');
	session.type('d');
	await confirm(session, 'Remove first?', 'D');
	await confirm(session, 'Delete the data of first?', 'y');
	await until(() => !/first +SEEDING/.test(session.emulator.text()));
	await until(async () => (await statusOf(one.infohash)) === undefined);
	await expect(stat(join(service.downloadFolder, 'first'))).rejects.toThrow('ENOENT');
	expect(await statusOf(two.infohash)).toBe('SEEDING');
	await session.shows(/second +SEEDING/);
});

test('a user types d, D and y at once, and nothing is removed', async () => {
	const torrent = await makeTorrent(service.downloadFolder, 'kept', { 'a.bin': 20_000 });
	await service.client().addDownload({ body: { uri: torrent.path } });
	const session = openCockpit();
	await session.shows(/kept +SEEDING/);
	session.type('dy\rrD');
	await session.shows('Remove kept?');
	await session.shows('Ignored: the question has just opened.');
	// One key does not answer both questions.
	await confirm(session, 'Remove kept?', 'DDD');
	await session.shows('Delete the data of kept?');
	await confirm(session, '19.5 KiB deleted from the disk', 'DDr\r');
	await session.shows('enter does nothing here.');
	session.type('\u001b');
	await leaves(session, 'Delete the data of kept?');
	expect(await statusOf(torrent.infohash)).toBe('SEEDING');
	expect((await stat(join(service.downloadFolder, 'kept/a.bin'))).size).toBe(20_000);
});

test('a user mistypes a source, reads one line of error, and the service continues', async () => {
	const session = openCockpit();
	await session.shows('no downloads yet');
	for (const [typed, line] of [
		['/nowhere/x.torrent', /^✗ Adding .*: Cannot read the torrent file "\/now.*: no such/m],
		['http://127.0.0.1:9/x.torrent', /^✗ Adding .*: Cannot fetch the torrent/m],
	] as const) {
		session.type(`a${typed}\r`);
		await session.shows(line);
		// The typed text is there again, to be corrected. This user cancels.
		await session.shows('Add a download');
		session.type('\x1b');
		await leaves(session, 'Add a download');
	}
	session.type('amagnet:?xt=urn:btih:zz\r');
	await session.shows('i It cannot be added: its infohash is neither 40 hexadecimal nor');
	await session.shows('● connected');
});

test('a user pastes a magnet link anywhere and only has to confirm it', async () => {
	const session = openCockpit();
	await session.shows('no downloads yet');
	session.type(
		'\u001b[200~magnet:?xt=urn:btih:abababababababababababababababababababab&dn=pasted\u001b[201~',
	);
	await session.shows('Add a download');
	session.type('\r');
	await session.shows(/pasted +METADATA/);
});

test('a user looks up the keys, and reads the events pane', async () => {
	const session = openCockpit({ columns: 120, rows: 40 });
	await session.shows('no downloads yet');
	session.type('?');
	await session.shows('Stop the download (No download is selected.)');
	session.type('q');
	await until(() => !session.emulator.text().includes('Stop the download'));
	session.type('s');
	await session.shows('No download is selected.');
	// An unavailable action is reported, but is no event.
	session.type('2');
	await session.shows('Nothing has happened yet.');
	await service.client().addDownload({ body: { uri: `magnet:?xt=urn:btih:${'ab'.repeat(20)}&dn=sought` } });
	await session.shows(/\d\d:\d\d:\d\d info +METADATA: sought/);
	session.type('\t');
	await session.shows(/^sought +METADATA/m);
});

test('the service dies and returns: the rows stay, marked with their age, and are updated', async () => {
	const torrent = await makeTorrent(service.downloadFolder, 'survivor', { 'a.bin': 20_000 });
	await service.client().addDownload({ body: { uri: torrent.path } });
	const session = openCockpit({ columns: 120, rows: 30 });
	await session.shows(/survivor +SEEDING/);
	const { port } = new URL(service.url);
	await service.end('SIGKILL');
	await session.shows(/✗ unreachable, data \d+s old/);
	await session.shows('survivor');
	await session.shows('Cannot reach the service');
	service = await startService(folder.path, ['--port', port]);
	await session.shows('● connected');
	await session.shows(/survivor +SEEDING/);
	session.type('q');
	await session.shows('code=0');
});

test.each([
	['SIGTERM', 143],
	['SIGHUP', 129],
	['SIGINT', 130],
] as const)('%s gives my terminal back', async (signal, code) => {
	const session = openCockpit();
	await session.shows('● connected');
	process.kill(session.childPid(), signal);
	await session.shows(`code=${code}`);
	await session.shows(/[^-]icanon/);
	expect(session.emulator.onAlternateScreen).toBe(false);
	expect(session.mode(25)).toBe(true);
});

test('a user suspends the cockpit with ctrl-z, uses the shell, and returns with fg', async () => {
	const session = new Session('', { columns: 90, rows: 24, env: { HOME: folder.path } });
	sessions.push(session);
	await session.shows('shell>');
	session.type(`'${node}' '${cli}' --state-dir '${service.stateFolder}'\r`);
	await session.shows('● connected');
	session.type('\u001a');
	await session.shows('Stopped');
	session.type('echo $((6*7))\r');
	await session.shows('42');
	session.type('fg\r');
	await session.shows('● connected');
	session.type('q');
	await until(() => !session.emulator.onAlternateScreen);
	session.type('echo $((40+3))\r');
	await session.shows('43');
});

test('a user opens three cockpits at once without a service, and all use the one that is started', async () => {
	const state = join(folder.path, 'nobody-yet');
	const home = join(folder.path, 'new-home');
	const quiet = { SEEDTOP_NO_DHT: '1', SEEDTOP_NO_LOCAL_DISCOVERY: '1', SEEDTOP_NO_PEX: '1' };
	const three = [1, 2, 3].map(
		() =>
			new Session(`'${node}' '${cli}' --state-dir '${state}'; echo "code=$?"; read -r`, {
				columns: 80,
				rows: 24,
				env: { HOME: home, CORE_API_PORT: '', ...quiet },
			}),
	);
	sessions.push(...three);
	try {
		for (const session of three) await session.shows('There are no downloads yet.');
		for (const session of three) session.type('q');
		for (const session of three) await session.shows('code=0');
	} finally {
		spawnSync(node, [cli, 'shutdown', '--state-dir', state]);
	}
});

test('a user pipes the cockpit and gets one plain table, or one line without a service', async () => {
	const torrent = await makeTorrent(service.downloadFolder, 'piped', { 'a.bin': 20_000 });
	await service.client().addDownload({ body: { uri: torrent.path } });
	await until(async () => (await statusOf(torrent.infohash)) === 'SEEDING');
	const { spawnSync } = await import('node:child_process');
	const run = (stateFolder: string, home: string) =>
		spawnSync(node, [cli, '--state-dir', stateFolder], {
			encoding: 'utf8',
			env: { PATH: process.env.PATH, HOME: home },
		});
	const piped = run(service.stateFolder, folder.path);
	expect(piped.stderr).toBe('');
	expect(piped.status).toBe(0);
	expect(piped.stdout).toMatch(/^NAME +STATUS +PROGRESS .*\npiped +SEEDING .*100%.*\n$/);
	expect(piped.stdout).not.toContain('\u001b');
	const nowhere = run(join(folder.path, 'nowhere'), join(folder.path, 'no-home'));
	expect(nowhere.status).toBe(1);
	expect(nowhere.stdout).toBe('');
	expect(nowhere.stderr).toMatch(/^seedtop: There is no service to ask.*\n$/);
});
