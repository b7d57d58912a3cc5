import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../basics/is-alive.ts';
import { inspectorOptions } from '../../process/node-options.ts';
import type { Announcement } from '../../protocol/announcement.ts';
import { DEFAULT_PORT, portVariable } from '../../protocol/settings.ts';
import { readAnnouncement } from '../../service/storage/announce.ts';
import { makePrivateFolderSync } from '../../service/storage/make-folder.ts';
import { CommandFailure } from '../declaration/failure.ts';
import { entries } from '../program/entries.ts';
import { settingsPath } from './settings.ts';
import { readSettingsFile } from './settings-file.ts';

/** Timeout until our own service answers. */
const START_TIMEOUT_MS = 15_000;
const POLL_INTERVAL_MS = 40;
/** Timeout from another service's lock of the state folder until its announcement. */
const OTHER_TIMEOUT_MS = 3_000;

/** Returns the API key of an announced service, or undefined if it requires none. */
export function readKey({ api_key_file }: Announcement): string | undefined {
	return api_key_file === '' ? undefined : readFileSync(api_key_file, 'utf8').trim();
}

/** Starts our own service detached from this process, and waits until it answers. */
export async function startOwnService(stateFolder: string): Promise<Announcement> {
	makePrivateFolderSync(stateFolder);
	const settings = await readSettingsFile(settingsPath(stateFolder), false);
	const logFile = join(stateFolder, 'service.log');
	// Receives the message of a failed start or a crash. The service writes and rotates its log itself.
	const output = openSync(logFile, 'a+', 0o600);
	const { size: outputStart } = fstatSync(output);
	const port = process.env[portVariable] || (await freePort(settings.port ?? DEFAULT_PORT));
	const child = spawn(
		process.execPath,
		[
			...[...inspectorOptions(), entries.cli, 'serve', '--state-dir', stateFolder, '--port', String(port)],
			...(settings.log_file ? [] : ['--log-file', logFile]),
		],
		{
			detached: true,
			stdio: ['ignore', 'ignore', output],
			// The service must not prevent a file system from being unmounted.
			cwd: '/',
		},
	);
	try {
		return await awaitAnnouncement(
			stateFolder,
			child,
			() => lastMessage(output, outputStart) ?? `see ${logFile}`,
		);
	} catch (error) {
		// If several start at once, one locks the state folder and serves all.
		const other = await otherAnnouncement(stateFolder);
		if (other) return other;
		throw error;
	} finally {
		child.unref();
		closeSync(output);
	}
}

/** Waits until a spawned service announces itself or ends. `why` returns the reason of its end. */
export async function awaitAnnouncement(
	stateFolder: string,
	child: ChildProcess,
	why: () => string,
): Promise<Announcement> {
	const deadline = Date.now() + START_TIMEOUT_MS;
	let spawnError: Error | undefined;
	child.once('error', (error) => {
		spawnError = error;
	});
	while (Date.now() < deadline) {
		if (spawnError) throw new CommandFailure(`Cannot start the service: ${spawnError.message}`);
		if (child.exitCode !== null || child.signalCode !== null) {
			throw new CommandFailure(`The service failed to start: ${why()}`);
		}
		const announcement = readAnnouncement(stateFolder);
		if (announcement && announcement.pid === child.pid) return announcement;
		await delay(POLL_INTERVAL_MS);
	}
	throw new CommandFailure(`The service does not answer after ${START_TIMEOUT_MS / 1000} s: ${why()}`);
}

/** Waits for another service that was just started on the state folder. Returns undefined if there is none. */
async function otherAnnouncement(stateFolder: string): Promise<Announcement | undefined> {
	for (const deadline = Date.now() + OTHER_TIMEOUT_MS; Date.now() < deadline; await delay(POLL_INTERVAL_MS)) {
		const announcement = readAnnouncement(stateFolder);
		if (announcement && isAlive(announcement.pid)) return announcement;
	}
	return undefined;
}

/** Returns `wanted`, or 0 (any port) if it is in use. */
async function freePort(wanted: number): Promise<number> {
	const server = createServer();
	return new Promise((resolve) => {
		server.once('error', () => resolve(0));
		server.listen(wanted, '127.0.0.1', () => server.close(() => resolve(wanted)));
	});
}

/** Returns the reason of a service's end from its output after `start`, in bytes. Other processes may write to it. */
function lastMessage(file: number, start: number): string | undefined {
	const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - start));
	readSync(file, bytes, 0, bytes.length, start);
	const lines = bytes.toString('utf8').split('\n');
	return (
		lines.findLast((line) => line.startsWith('seedtop: ')) ??
		lines.findLast((line) => line !== '' && !line.startsWith(' '))
	);
}
