import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
	type Announcement,
	Announcement as AnnouncementSchema,
	announcementFile,
} from '../protocol/announcement.ts';
import { decode } from '../protocol/decode.ts';
import { defaultPort, portVariable } from '../protocol/settings.ts';
import { makePrivateFolderSync } from '../service/storage/make-folder.ts';
import { entries } from './entries.ts';
import { CommandFailure } from './failure.ts';
import { settingsPath } from './serve/settings.ts';
import { readSettingsFile } from './serve/settings-file.ts';

/** Milliseconds a service of ours has to begin answering. */
const startTime = 15_000;
const lookInterval = 40;
/** Bytes of its log, at its start. */
const longestLog = 10 * 1024 * 1024;
/** Milliseconds from its taking the state folder until a service has announced itself. */
const otherTime = 3_000;

/** What a running service of ours says of itself; undefined when none does. */
export function readAnnouncement(stateFolder: string): Announcement | undefined {
	let text: string;
	try {
		text = readFileSync(join(stateFolder, announcementFile), 'utf8');
	} catch {
		return undefined; // No file: no service.
	}
	try {
		const { value, deviations } = decode(AnnouncementSchema, JSON.parse(text));
		return deviations.length === 0 ? value : undefined;
	} catch {
		return undefined; // Half written: it will be there at the next look.
	}
}

/** The API key of a service that announced itself; undefined when it asks for none. */
export function readKey({ api_key_file }: Announcement): string | undefined {
	return api_key_file === '' ? undefined : readFileSync(api_key_file, 'utf8').trim();
}

/** Does a process of this number live? */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}

/** Starts a service of ours that outlives this process, and waits until it answers. */
export async function startOwnService(stateFolder: string): Promise<Announcement> {
	makePrivateFolderSync(stateFolder);
	const logFile = join(stateFolder, 'service.log');
	putAside(logFile);
	const log = openSync(logFile, 'a', 0o600);
	const { size: logged } = fstatSync(log);
	const { port: wanted = defaultPort } = await readSettingsFile(settingsPath(stateFolder), false);
	const port = process.env[portVariable] || (await freePort(wanted));
	const child = spawn(
		process.execPath,
		[entries.cli, 'serve', '--state-dir', stateFolder, '--port', String(port)],
		{
			detached: true,
			stdio: ['ignore', log, log],
			// Its folder must not keep a file system from being unmounted.
			cwd: '/',
		},
	);
	closeSync(log);
	try {
		return await awaitAnnouncement(stateFolder, child, () => lastWords(logFile, logged));
	} catch (error) {
		// Of several that start at once one gets the state folder, and is the service of all.
		const other = await otherAnnouncement(stateFolder);
		if (other) return other;
		throw error;
	} finally {
		child.unref();
	}
}

/** A log that has become long makes room for a new one, and is kept until that is long too. */
function putAside(logFile: string): void {
	const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
	if (size > longestLog) renameSync(logFile, `${logFile}.1`);
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

/** Why a service ended, from what was logged since `start`, in bytes; another may write to the same log. */
function lastWords(file: string, start: number): string {
	const lines = readFileSync(file).subarray(start).toString('utf8').split('\n');
	return (
		lines.findLast((line) => line.startsWith('seedtop: ')) ??
		lines.findLast((line) => line !== '' && !line.startsWith(' ')) ??
		`see ${file}`
	);
}
