import { execFileSync, spawn } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { importClients } from '../../source/import/clients/registry.ts';
import type { ClientName } from '../../source/import/imported-download.ts';
import { findRunning } from '../../source/import/running-client.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { until } from '../programs/until.ts';

/** Starts a program with the name of a client. Resolves with its id when it runs. */
async function start(name: string, options: readonly string[], home: string): Promise<number> {
	const program = join(home, name);
	await writeFile(program, 'printf ready; read -r _');
	const child = spawn('/bin/sh', [program, ...options], { env: { HOME: home } });
	onTestFinished(() => {
		child.kill('SIGKILL');
	});
	let output = '';
	child.stdout.on('data', (text: Buffer) => {
		output += text;
	});
	await until(() => output === 'ready');
	return child.pid ?? 0;
}

const pidOf = async (client: ClientName, folder: string) =>
	(await findRunning(importClients[client], folder))?.pid;

describe('findRunning', () => {
	test.each([
		['transmission', 'transmission-da', ['-g'], ''],
		['qbittorrent', 'qbittorrent-nox', ['--profile='], 'qBittorrent/data'],
		['deluge', 'deluged', ['-d', '-c'], ''],
	] as const)('finds %s by the folder on its command line', async (client, name, options, below) => {
		const home = await makeFolder();
		const folder = join(home, 'config');
		await mkdir(join(folder, below), { recursive: true });
		const last = options.at(-1) ?? '';
		const line = last.endsWith('=') ? [...options.slice(0, -1), last + folder] : [...options, folder];
		const pid = await start(name, line, home);
		expect(await pidOf(client, join(folder, below))).toBe(pid);
		// Through a link it is the same folder.
		await symlink(folder, join(home, 'link'));
		expect(await pidOf(client, join(home, 'link', below))).toBe(pid);
		// With another folder it is another instance.
		await mkdir(join(home, 'other'));
		expect(await pidOf(client, join(home, 'other'))).toBeUndefined();
	});

	test('ignores a pipe in place of the file with the process id', { timeout: 5_000 }, async () => {
		const folder = await makeFolder();
		execFileSync('mkfifo', [join(folder, 'deluged.pid')]);
		expect(await pidOf('deluge', folder)).toBeUndefined();
	});

	test('finds a client by the usual folders of its user', async () => {
		const home = await makeFolder();
		const folder = join(home, '.config/transmission-daemon');
		await mkdir(folder, { recursive: true });
		const pid = await start('transmission-da', [], home);
		expect(await pidOf('transmission', folder)).toBe(pid);
		expect(await pidOf('transmission', home)).toBeUndefined();
	});

	test('finds a client by its lock, unless that is outdated or of another machine', async () => {
		const home = await makeFolder();
		const pid = await start('rtorrent', [], home);
		const lock = join(home, 'rtorrent.lock');
		await writeFile(lock, `${hostname()}:+${pid}`);
		expect(await pidOf('rtorrent', home)).toBe(pid);
		await writeFile(lock, `elsewhere:+${pid}`);
		expect(await pidOf('rtorrent', home)).toBeUndefined();
		await writeFile(lock, `${hostname()}:+${process.pid}`);
		expect(await pidOf('rtorrent', home)).toBeUndefined();
	});
});
