import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { serveText } from '../../source/commands/serve/serve.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runServiceProcess, type TestServiceProcess } from '../fixtures/service.ts';
import { children } from '../programs/children.ts';
import { cli, quiet } from '../programs/service-process.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { until } from '../programs/until.ts';
import { alive, start } from '../terminal/pty.ts';

async function folderForTest(): Promise<string> {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	return folder.path;
}

const textOf = (path: string) => readFile(path, 'utf8').catch(() => '');

describe('a running service', () => {
	let file: string;
	let service: TestServiceProcess;

	beforeAll(async () => {
		const folder = await makeFolder();
		file = join(folder, 'service.log');
		service = await runServiceProcess({ folder, flags: ['--log-file', file] });
	});

	test.each(['SIGHUP', 'SIGUSR1'] as const)('%s reopens the log file after a rotation', async (signal) => {
		const rotated = `${file}.${signal}`;
		await rename(file, rotated);
		service.child.kill(signal);
		await until(() => existsSync(file));
		await until(async () => (await textOf(file)).includes(serveText.reopened(signal)));
		expect(await textOf(rotated)).not.toContain(signal);
		// Without a rotation no line is lost.
		service.child.kill(signal);
		await until(async () => (await textOf(file)).split(`after ${signal}`).length === 3);
		expect((await service.client().getState()).state).toBe('STARTED');
	});

	test('has lost no line of its log', async () => {
		expect(await textOf(`${file}.SIGHUP`)).toContain('Started with 0 downloads.');
	});

	test('its engine ignores SIGTERM and ends when the service is killed', async () => {
		const [engine = 0] = children(service.child.pid ?? 0);
		process.kill(engine, 'SIGTERM');
		process.kill(engine, 'SIGHUP');
		// The engine answers for the download after the signals.
		const infohash = 'abcdef0123456789abcdef0123456789abcdef01';
		const client = service.client();
		await client.addDownload({ body: { uri: `magnet:?xt=urn:btih:${infohash}` } });
		await client.removeDownload({ params: { infohash }, body: { remove_data: false } });
		expect(children(service.child.pid ?? 0)).toEqual([engine]);
		await service.end('SIGKILL');
		await until(() => !alive(engine));
	});
});

test('a service on a terminal survives SIGHUP, and stops when the terminal is closed', async () => {
	const folder = await folderForTest();
	const file = join(folder, 'service.log');
	const options = [
		...['--port', '0', '--state-dir', join(folder, 'state'), '--download-dir', join(folder, 'downloads')],
		...['--log-file', file, ...quiet],
	];
	const words = [process.execPath, cli, 'serve', ...options].map((word) => `'${word}'`).join(' ');
	const session = start(`exec ${words}`, { columns: 200, rows: 30, env: { HOME: folder } });
	await session.shows('Started with');
	const { pid } = JSON.parse(await textOf(join(folder, 'state', 'service.json')));
	process.kill(pid, 'SIGHUP');
	await session.shows(serveText.reopened('SIGHUP'));
	expect(alive(pid)).toBe(true);
	session.hangUp();
	await until(() => !alive(pid));
	expect(await textOf(file)).toContain('Stopping at the end of its terminal.');
	expect(await textOf(file)).toMatch(/Stopped\.\n$/);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
	'%s to the whole process group stops the service without an error',
	async (signal) => {
		const folder = await folderForTest();
		const child = spawn(
			process.execPath,
			[cli, 'serve', '--port', '0', '--state-dir', join(folder, 'state'), ...quiet],
			{ detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder } },
		);
		let output = '';
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
		const ended = new Promise((resolve) => child.once('close', resolve));
		await until(() => output.includes('Started with'));
		const pid = child.pid ?? 0;
		const [engine = 0] = children(pid);
		process.kill(-pid, signal);
		expect(await ended).toBe(0);
		expect(output).not.toMatch(/ERROR|WARNING/);
		expect(output).toMatch(/Stopped\.\n$/);
		expect(alive(engine)).toBe(false);
	},
);
