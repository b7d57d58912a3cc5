import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';
import { readInto } from '../metainfo/plain-file.ts';
import type { ImportClient } from './imported-download.ts';

/** Maximum length of a file with a process id, and of a command line, bytes. */
const MAX_READ_BYTES = 64 * 1024;

/** A process that writes to the state folder. */
interface RunningClient {
	readonly pid: number;
	/** Its name in the list of processes. */
	readonly name: string;
}

/**
 * Finds a running client that uses a state folder: by its file with a process id, or in the list of processes by the
 * folder on its command line, or else by the default folders of its user. Returns undefined if none is found, or if the
 * system has no such list.
 */
export async function findRunning(client: ImportClient, folder: string): Promise<RunningClient | undefined> {
	const place = await realpath(folder).catch(() => folder);
	const processes = await clientProcesses(client);
	for (const file of client.pidFiles) {
		const pid = pidIn(await textOf(join(folder, file)));
		const found = processes.find((process) => process.pid === pid);
		if (found) return found;
	}
	for (const process of processes) if (await uses(process, client, place)) return process;
	return undefined;
}

interface ClientProcess extends RunningClient {
	readonly arguments: readonly string[];
}

async function clientProcesses({ processes }: ImportClient): Promise<ClientProcess[]> {
	const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
	const found: ClientProcess[] = [];
	for (const pid of pids) {
		const name = (await textOf(`/proc/${pid}/comm`)).trim();
		const line = (await textOf(`/proc/${pid}/cmdline`)).split('\0').filter((word) => word !== '');
		// A program in Python has the name of its interpreter.
		const script = line.slice(0, 3).map((word) => word.slice(word.lastIndexOf('/') + 1));
		if (!processes.includes(name) && !script.some((word) => processes.includes(word))) continue;
		found.push({ pid: Number(pid), name, arguments: line });
	}
	return found;
}

/** Whether a process uses the folder, or its command line does not exclude that. */
async function uses(process: ClientProcess, client: ImportClient, place: string): Promise<boolean> {
	const named = folderOption(process.arguments, client.folderOptions);
	if (named !== undefined) {
		if (!isAbsolute(named)) return true;
		const used = await realpath(named).catch(() => named);
		return place === used || place.startsWith(used + sep) || used.startsWith(place + sep);
	}
	const environment = Object.fromEntries(
		(await textOf(`/proc/${process.pid}/environ`)).split('\0').map((line) => {
			const [name = '', ...value] = line.split('=');
			return [name, value.join('=')];
		}),
	);
	const home = environment.HOME;
	// Its environment must not be read, so its folders are unknown.
	if (home === undefined) return true;
	for (const folder of client.folders({ home, environment })) {
		const used = await realpath(folder).catch(() => undefined);
		if (used !== undefined && (place === used || place.startsWith(used + sep))) return true;
	}
	return false;
}

function folderOption(line: readonly string[], options: readonly string[]): string | undefined {
	for (const [index, word] of line.entries()) {
		for (const option of options) {
			if (word === option) return line[index + 1];
			if (word.startsWith(`${option}=`)) return word.slice(option.length + 1);
		}
	}
	return undefined;
}

/** Returns the process id of a lock: 'host:+123', '123;58846' or '123'; undefined for one of another machine. */
function pidIn(text: string): number | undefined {
	const locked = /^(?:([^:\s]+):\+)?(\d+)/.exec(text.trim());
	if (!locked || (locked[1] !== undefined && locked[1] !== hostname())) return undefined;
	return Number(locked[2]);
}

/** Returns the beginning of a text file; empty if it cannot be read. */
async function textOf(path: string): Promise<string> {
	try {
		// Opening a pipe without a writer would block, and a device may be endless.
		const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
		try {
			if (!(await file.stat()).isFile()) return '';
			const bytes = Buffer.alloc(MAX_READ_BYTES);
			return bytes.toString('utf8', 0, await readInto(file, bytes, 0));
		} finally {
			await file.close();
		}
	} catch {
		return '';
	}
}
