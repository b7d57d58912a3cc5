import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Announcement } from '../../protocol/announcement.ts';
import { defaultPort, portVariable } from '../../protocol/settings.ts';
import { isAlive, readAnnouncement } from '../../service/announce.ts';
import { makePrivateFolderSync } from '../../service/storage/make-folder.ts';
import { entries } from '../entries.ts';
import { CommandFailure } from '../output/failure.ts';
import { settingsPath } from './settings.ts';
import { readSettingsFile } from './settings-file.ts';

/** Milliseconds a service of ours has to begin answering. */
const startTime = 15_000;
const lookInterval = 40;
/** Milliseconds from its taking the state folder until a service has announced itself. */
const otherTime = 3_000;

/** The API key of a service that announced itself; undefined when it asks for none. */
export function readKey({ api_key_file }: Announcement): string | undefined {
	return api_key_file === '' ? undefined : readFileSync(api_key_file, 'utf8').trim();
}

/** Starts a service of ours that outlives this process, and waits until it answers. */
export async function startOwnService(stateFolder: string): Promise<Announcement> {
	makePrivateFolderSync(stateFolder);
	const settings = await readSettingsFile(settingsPath(stateFolder), false);
	const logFile = join(stateFolder, 'service.log');
	// What it says when it does not start, or ends without being asked to. Its log it writes, and puts aside, itself.
	const words = openSync(logFile, 'a+', 0o600);
	const { size: said } = fstatSync(words);
	const port = process.env[portVariable] || (await freePort(settings.port ?? defaultPort));
	const child = spawn(
		process.execPath,
		[
			...[entries.cli, 'serve', '--state-dir', stateFolder, '--port', String(port)],
			...(settings.log_file ? [] : ['--log-file', logFile]),
		],
		{
			detached: true,
			stdio: ['ignore', 'ignore', words],
			// Its folder must not keep a file system from being unmounted.
			cwd: '/',
		},
	);
	try {
		return await awaitAnnouncement(stateFolder, child, () => lastWords(words, said) ?? `see ${logFile}`);
	} catch (error) {
		// Of several that start at once one gets the state folder, and is the service of all.
		const other = await otherAnnouncement(stateFolder);
		if (other) return other;
		throw error;
	} finally {
		child.unref();
		closeSync(words);
	}
}

/** Waits until a service that was just spawned announces itself, or ends. `why` is what to say when it ends. */
export async function awaitAnnouncement(
	stateFolder: string,
	child: ChildProcess,
	why: () => string,
): Promise<Announcement> {
	const deadline = Date.now() + startTime;
	let spawnError: Error | undefined;
	child.once('error', (error) => {
		spawnError = error;
	});
	while (Date.now() < deadline) {
		if (spawnError) throw new CommandFailure(`The service cannot be started: ${spawnError.message}`);
		if (child.exitCode !== null || child.signalCode !== null) {
			throw new CommandFailure(`The service ended as it started: ${why()}`);
		}
		const announcement = readAnnouncement(stateFolder);
		if (announcement && announcement.pid === child.pid) return announcement;
		await delay(lookInterval);
	}
	throw new CommandFailure(`The service does not answer after ${startTime / 1000} s: ${why()}`);
}

/** A service that somebody else has just started on the state folder; undefined when there is none. */
async function otherAnnouncement(stateFolder: string): Promise<Announcement | undefined> {
	for (const deadline = Date.now() + otherTime; Date.now() < deadline; await delay(lookInterval)) {
		const announcement = readAnnouncement(stateFolder);
		if (announcement && isAlive(announcement.pid)) return announcement;
	}
	return undefined;
}

/** `wanted`, or 0 (let the system choose) when another program has it. */
async function freePort(wanted: number): Promise<number> {
	const server = createServer();
	return new Promise((resolve) => {
		server.once('error', () => resolve(0));
		server.listen(wanted, '127.0.0.1', () => server.close(() => resolve(wanted)));
	});
}

/** Why a service ended, from what was said into an open file since `start`, in bytes; others may write to it too. */
function lastWords(file: number, start: number): string | undefined {
	const said = Buffer.alloc(Math.max(0, fstatSync(file).size - start));
	readSync(file, said, 0, said.length, start);
	const lines = said.toString('utf8').split('\n');
	return (
		lines.findLast((line) => line.startsWith('seedtop: ')) ??
		lines.findLast((line) => line !== '' && !line.startsWith(' '))
	);
}
