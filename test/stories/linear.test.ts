import { mkdir, writeFile } from 'node:fs/promises';
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
import { confirm } from './open-cockpit.ts';

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

const program = (flags: string) =>
	`'${process.execPath}' '${cli}' ${flags} --state-dir '${service.stateFolder}'`;

function listen(flags = '--linear', env: Record<string, string> = {}): Session {
	const session = new Session(`${program(flags)}; echo "code=$?"; stty -a; read -r`, {
		columns: 200,
		rows: 90,
		env: { HOME: folder.path, LANG: 'C.UTF-8', LC_ALL: '', XDG_CONFIG_HOME: '', ...env },
	});
	sessions.push(session);
	return session;
}

/** The terminal shows all output, and is in its initial state. */
async function expectPlainAndGivenBack(session: Session): Promise<void> {
	await session.shows(/[^-]icanon/);
	await session.shows(/[^-]\becho\b/);
	expect(session.bytes).not.toMatch(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]/);
	expect(session.bytes.replaceAll('\r\n', '')).not.toContain('\r');
}

const count = (session: Session, text: string) => session.bytes.split(text).length - 1;

test('a user of the screen reader hears downloads, stops one, looks up the keys, adds another and quits', async () => {
	for (const name of ['first', 'second']) {
		const { path } = await makeTorrent(service.downloadFolder, name, { 'a.bin': 20_000 });
		await service.client().addDownload({ body: { uri: path } });
	}
	await until(async () =>
		(await service.client().listDownloads()).downloads.every(({ status }) => status === 'SEEDING'),
	);
	const session = listen();
	await session.shows(
		'seedtop: question mark lists the keys, ctrl-l announces the current position, q quits.',
	);
	await session.shows('2 downloads: 2 seeding.');
	await session.shows('first, seeding, 100%; 1 of 2.');
	session.type('j');
	await session.shows('second, seeding, 100%; 2 of 2.');
	session.type('s');
	await session.shows('Stopped: second');
	await session.shows('second, stopped.');
	session.type('?');
	await session.shows('s: Stop the download (It is stopped already.)');
	await session.shows('escape: close');
	session.type('\u001b');
	await session.shows('Back in downloads.');

	const third = await makeTorrent(service.downloadFolder, 'third', { 'a.bin': 20_000 });
	session.type('a');
	await session.shows('Add a download.');
	session.type(third.path.slice(0, -4));
	await session.shows(third.path.slice(0, -4));
	session.type('x');
	session.type('\u007f');
	session.type(third.path.slice(-4));
	await until(() => count(session, third.path) === 1);
	session.type('\r');
	await session.shows(/^Added: .*third/m);
	// The position is announced on request, until the list has arrived.
	await until(() => {
		session.type('\u000c');
		return session.emulator.text().includes('3 downloads: 2 seeding, 1 stopped.');
	});
	session.type('G');
	// Right after its check the progress is unknown.
	await session.shows(/^third, seeding\b.*; 3 of 3\.$/m);
	session.type('q');
	await session.shows('code=0');
	await expectPlainAndGivenBack(session);
});

test('a user pastes text, and it is never read as keys: a link opens the add dialog, other text has no effect', async () => {
	const session = listen();
	await session.shows('There are no downloads yet.');
	await session.shows('Press a to add one: ');
	session.type('a sentence that is quickly pasted by mistake');
	session.type('\u000c');
	await until(() => count(session, 'There are no downloads yet.') === 2);
	expect(session.bytes).not.toContain('Add a download.');
	const link = 'magnet:?xt=urn:btih:abababababababababababababababababababab&dn=pasted';
	session.type(link);
	await session.shows('Add a download.');
	await session.shows(link);
	session.type('\r');
	await session.shows('pasted, metadata');
	session.type('\u0003');
	await session.shows('code=0');
	await expectPlainAndGivenBack(session);
});

test('a user of the screen reader types d, D and y at once, and nothing is removed', async () => {
	const { path, infohash } = await makeTorrent(service.downloadFolder, 'kept', { 'a.bin': 20_000 });
	await service.client().addDownload({ body: { uri: path } });
	const session = listen();
	await session.shows('kept, seeding, 100%; 1 of 1.');
	session.type('dDy');
	await session.shows('Remove kept?');
	await session.shows('Ignored: the question has just opened.');
	await confirm(session, 'r: remove; shift-d: remove with data; escape: cancel.', 'D');
	await session.shows('1 download is removed and 19.5 KiB deleted from the disk.');
	await confirm(session, 'y: delete data; escape: cancel.', 'D');
	await session.shows('D does nothing here.');
	expect((await service.client().listDownloads()).downloads).toMatchObject([{ infohash }]);
	await confirm(session, 'D does nothing here.', 'y');
	await session.shows('Removed with its data: kept');
});

test('the service dies and returns, and each is announced once despite many requests', async () => {
	const session = listen();
	await session.shows('There are no downloads yet.');
	const { port } = new URL(service.url);
	await service.end('SIGKILL');
	await session.shows('Failure: Cannot reach the service');
	// By now it was requested several times.
	await until(async () => {
		session.type('\u000c');
		return /The data is [4-9]s old/.test(session.bytes);
	});
	service = await startService(folder.path, ['--port', port]);
	await session.shows('The service answers again.');
	// It may be unreachable first, and then slow, which is another failure.
	const failures = session.bytes.match(/^Failure: .*$/gm) ?? [];
	expect(new Set(failures).size).toBe(failures.length);
	session.type('q');
	await session.shows('code=0');
	await expectPlainAndGivenBack(session);
});

test.each([
	['SIGTERM', 143],
	['SIGHUP', 129],
] as const)('%s gives my terminal back', async (signal, code) => {
	const session = listen();
	await session.shows('There are no downloads yet.');
	process.kill(session.childPid(), signal);
	await session.shows(`code=${code}`);
	await expectPlainAndGivenBack(session);
});

test('a user suspends it with ctrl-z, and fg announces the position', async () => {
	const session = new Session('', { columns: 120, rows: 40, env: { HOME: folder.path, LC_ALL: 'C.UTF-8' } });
	sessions.push(session);
	await session.shows('shell>');
	session.type(`${program('--linear')}\r`);
	await session.shows('There are no downloads yet.');
	session.type('\u001a');
	await session.shows('Stopped');
	session.type('echo $((6*7))\r');
	await session.shows('42');
	session.type('fg\r');
	await until(() => count(session, 'There are no downloads yet.') === 2);
	session.type('q');
	await session.shows(/shell>\s*$/);
	session.type('echo $((40+3))\r');
	await session.shows('43');
	expect(count(session, 'There are no downloads yet.')).toBe(2);
});

test('a user chooses it by settings or environment, and the output is ASCII in an ASCII locale', async () => {
	const { path } = await makeTorrent(service.downloadFolder, 'naïve – 日本', { 'a.bin': 20_000 });
	await service.client().addDownload({ body: { uri: path } });
	const screenReader = listen('', { INK_SCREEN_READER: 'true', LANG: 'C' });
	await screenReader.shows('na?ve - ??, seeding');

	const config = join(folder.path, 'config', 'seedtop');
	await mkdir(config, { recursive: true });
	await writeFile(join(config, 'cockpit.json'), '{"linear": true, "theme": "pink"}');
	const settled = listen('', { XDG_CONFIG_HOME: join(folder.path, 'config') });
	await settled.shows(`Warning: Invalid setting in ${config}/cockpit.json: 'theme' must be one of dark,`);
	await settled.shows('naïve – 日本, seeding');
	const screen = listen('--no-linear', { XDG_CONFIG_HOME: join(folder.path, 'config') });
	await screen.shows('● connected');
	expect(screen.emulator.onAlternateScreen).toBe(true);
});

test('a user reads in one line why it cannot open', async () => {
	const session = listen('--linear --api-key-file /nonexistent/key --url http://127.0.0.1:9');
	await session.shows('Cannot read the API key file');
	await session.shows('code=1');
	await expectPlainAndGivenBack(session);
});
