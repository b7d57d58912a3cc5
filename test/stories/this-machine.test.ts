import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cockpitText } from '../../source/commands/cockpit/cockpit.ts';
import { shutdownText } from '../../source/commands/serve/shutdown.ts';
import { readAnnouncement } from '../../source/service/announce.ts';
import { downloadsPaneText } from '../../source/tui/panes/downloads/pane.tsx';
import { runHere } from '../commands/run-here.ts';
import { openCockpit, openCockpitProcess } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { cli } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';

const MiB = 1024 * 1024;
/** First line of a log from an earlier run. */
const earlier = 'written by an earlier run\n';

let home: string;
let state: string;
/** A user without settings: no option, no variable but the home. */
let env: Readonly<Record<string, string>>;

beforeEach(async () => {
	home = await makeFolder();
	state = join(home, '.local', 'state', 'seedtop');
	env = { HOME: home, XDG_STATE_HOME: '', CORE_API_PORT: '', SEEDTOP_URL: '', SEEDTOP_API_KEY: '' };
	await mkdir(state, { recursive: true });
});

afterEach(() => {
	const left = readAnnouncement(state);
	if (left) process.kill(left.pid, 'SIGKILL');
});

/** Settings of the service, besides those that keep it on this machine. */
const set = (settings: object) =>
	writeFile(
		join(state, 'settings.json'),
		JSON.stringify({ dht: false, local_discovery: false, pex: false, ...settings }),
	);

const openProcess = () => openCockpitProcess(undefined, { env, home, reportsEnd: true });

/** A port without a listener. */
async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const address = server.address();
	await new Promise((closed) => server.close(closed));
	return typeof address === 'object' && address ? address.port : 0;
}

test('a user runs seedtop serve with another port and key file, and cockpit and commands find it without options', async () => {
	const port = await freePort();
	await set({ port, api_key_file: join(home, 'keys', 'my.key'), download_dir: join(home, 'got') });
	const service = spawn(process.execPath, [cli, 'serve'], { env: { PATH: process.env.PATH, ...env } });
	let output = '';
	service.stdout.setEncoding('utf8').on('data', (text: string) => {
		output += text;
	});
	const ended = new Promise<number | null>((end) => service.once('close', end));
	await until(() => output.includes('Started with'));
	expect(output).toContain(`listens on http://127.0.0.1:${port}\n`);

	const list = await runHere(['ls', '--json'], { env });
	expect(list).toMatchObject({ code: 0, err: '' });
	expect(JSON.parse(list.out)).toMatchObject({ downloads: [], checkpoints: { all_loaded: true } });
	const status = await runHere(['status', '--json'], { env });
	expect(JSON.parse(status.out)).toMatchObject({ service: { url: `http://127.0.0.1:${port}` } });
	expect(await runHere([], { env })).toMatchObject({ code: 0, err: '' });
	const { user, screen, session } = await openCockpit(undefined, { env, home });
	await screen.shows(`● 127.0.0.1:${port}`);
	await screen.shows(downloadsPaneText.none);
	await user.quit();
	expect(session.bytes).not.toContain(cockpitText.started);

	expect(await runHere(['shutdown'], { env })).toMatchObject({ code: 0, out: `${shutdownText.stopped}\n` });
	expect(await ended).toBe(0);
});

test('the log of a service that the cockpit started is rotated when it is full, and no line is lost', async () => {
	await set({ port: 0, log_level: 'debug', log_size: 1, log_files: 2 });
	const log = join(state, 'service.log');
	// Room for some lines, so that the service's own lines fill it.
	const nearlyFull = earlier.repeat(Math.floor((MiB - 2_000) / earlier.length));
	await Promise.all([
		writeFile(log, nearlyFull),
		writeFile(`${log}.1`, 'put aside before\n'),
		writeFile(`${log}.2`, 'put aside long before\n'),
	]);
	const { user, screen } = await openProcess();
	await screen.shows(downloadsPaneText.none);
	const announced = readAnnouncement(state);
	const key = await readFile(announced?.api_key_file ?? '', 'utf8');
	const asked = 100;
	for (let number = 0; number < asked; number++) {
		// No other client requests it, so that its lines can be counted.
		const path = `/downloads/${'0'.repeat(40)}/torrent`;
		const answer = await fetch(announced?.url + path, { headers: { 'x-api-key': key.trim() } });
		await answer.arrayBuffer();
	}
	await user.quit();
	expect(await runHere(['shutdown'], { env })).toMatchObject({ code: 0 });

	const [newest, aside, older] = await Promise.all(
		[log, `${log}.1`, `${log}.2`].map((path) => readFile(path, 'utf8')),
	);
	expect(older).toBe('put aside before\n');
	expect(existsSync(`${log}.3`)).toBe(false);
	const written = (aside ?? '') + (newest ?? '');
	expect(written.startsWith(nearlyFull)).toBe(true);
	const lines = written.slice(nearlyFull.length).split('\n').slice(0, -1);
	for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z (INFO|DEBUG|WARNING|ERROR) +\S/);
	expect(lines.filter((line) => /\/torrent: 404 /.test(line))).toHaveLength(asked);
	expect(lines[0]).toContain(`listens on ${announced?.url}`);
	expect(lines.at(-1)).toMatch(/ Stopped\.$/);
	// All lines are in both files: the log rotated between them.
	expect(aside?.length).toBeGreaterThan(nearlyFull.length);
	expect((await stat(`${log}.1`)).size).toBeLessThanOrEqual(MiB);
	expect(newest?.length).toBeGreaterThan(0);
	expect((await stat(log)).mode & 0o777).toBe(0o600);
});

test('a user reads why a service of the cockpit does not start, and the log has the reason too', async () => {
	await set({ port: 0, log_size: 1 });
	await writeFile(join(state, 'seedtop.db'), 'This was written by somebody else.\n'.repeat(200));
	await writeFile(join(state, 'service.log'), earlier.repeat(Math.ceil(MiB / earlier.length)));
	const { screen } = await openProcess();
	await screen.shows('seedtop: The service failed to start: seedtop: The database');
	await screen.shows('code=1');
	expect(await readFile(join(state, 'service.log'), 'utf8')).toMatch(/\nseedtop: The database .* is corrupt/);
});
