import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { until } from '../../programs/until.ts';

/** A peer's policy for encrypted connections: required, refused, or both accepted. */
export type Encryption = 'forced' | 'refused' | 'allowed';

export interface ForeignJob {
	/** An empty folder for settings. */
	readonly home: string;
	/** Path of the .torrent. */
	readonly torrent: string;
	/** Folder of its data. */
	readonly folder: string;
	readonly encryption: Encryption;
	/** Port for incoming peers. */
	readonly port: number;
	/** Loopback address; 127.0.0.1 by default. */
	readonly address?: '127.0.0.1' | '::1';
	/** Limit in each direction, bytes per second. With it the client prints its peers, if it can. */
	readonly limit?: number;
}

/** A foreign program with one torrent. */
export interface ForeignPeer {
	readonly pid: number;
	/** Its output so far. */
	output(): string;
	/** Stops it and waits for its end. */
	stop(): Promise<void>;
}

/**
 * A BitTorrent client of another project. It uses loopback only: no DHT, no local discovery, no peer exchange. It
 * seeds the data in the folder, and downloads missing data first.
 */
export interface ForeignClient {
	readonly name: string;
	/** Whether it can refuse encryption. */
	readonly canRefuse: boolean;
	/** Whether it connects to peers on loopback that trackers return. Otherwise we connect to it. */
	readonly connectsToLoopback: boolean;
	/** The missing dependency, as text; undefined if all are installed. */
	missingDependency(): string | undefined;
	/** Resolves when it listens for peers. */
	start(job: ForeignJob): Promise<ForeignPeer>;
}

/** Returns the path of a program in the PATH; undefined if it is missing. */
export function programPath(program: string): string | undefined {
	return (process.env.PATH ?? '')
		.split(delimiter)
		.map((folder) => join(folder, program))
		.find((path) => {
			try {
				accessSync(path, constants.X_OK);
				return true;
			} catch {
				return false;
			}
		});
}

/** Returns the message for a missing program, with its Debian package. */
export function notInstalled(program: string, debian: string): string {
	return `${program} is not installed (Debian's package: ${debian})`;
}

/** Runs a foreign program. Its stdin stays open until this process ends. */
export function runForeign(file: string, args: readonly string[], home: string): ForeignPeer {
	const child = spawn(file, args, {
		cwd: home,
		env: { ...process.env, HOME: home },
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	}
	// Writing to a program that has ended is no failure of the test. Its output shows the reason.
	child.stdin.on('error', () => {});
	const ended = new Promise<void>((resolve) => {
		child.once('close', () => resolve());
		child.once('error', (error) => {
			output += `${file} did not start: ${error.message}\n`;
			resolve();
		});
	});
	return {
		pid: child.pid ?? 0,
		output: () => output,
		stop: () => endProcess(child, ended),
	};
}

/** Resolves when a port accepts connections. Throws with the program's output after a timeout. */
export async function listening(
	peer: ForeignPeer,
	port: number,
	address = '127.0.0.1',
): Promise<ForeignPeer> {
	try {
		await until(() => canConnect(port, address), { seen: peer.output });
		return peer;
	} catch (error) {
		await peer.stop();
		throw error;
	}
}

function canConnect(port: number, host: string): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect({ port, host });
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}

/** Milliseconds in which a program must end by itself. */
const END_TIMEOUT_MS = 3_000;

async function endProcess(child: ChildProcess, ended: Promise<void>): Promise<void> {
	const timer = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS);
	child.kill('SIGTERM');
	await ended;
	clearTimeout(timer);
}
