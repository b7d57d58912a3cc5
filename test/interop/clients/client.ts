import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { until } from '../../programs/until.ts';

/** What a peer says of encrypted connections: it takes no other, it takes none, or it takes both. */
export type Encryption = 'forced' | 'refused' | 'allowed';

export interface ForeignJob {
	/** An empty folder of its own, for settings. */
	readonly home: string;
	/** Path of the .torrent. */
	readonly torrent: string;
	/** Where its data is, or goes. */
	readonly folder: string;
	readonly encryption: Encryption;
	/** Port for incoming peers. */
	readonly port: number;
	/** The loopback address to use; 127.0.0.1 unless told. */
	readonly address?: '127.0.0.1' | '::1';
	/** Bytes per second in each direction. With it the client prints its peers as it sees them, where it can. */
	readonly limit?: number;
}

/** A foreign program that has one torrent. */
export interface ForeignPeer {
	readonly pid: number;
	/** What it printed so far. */
	output(): string;
	/** Ends it and waits for its end. */
	stop(): Promise<void>;
}

/**
 * A BitTorrent client that is not of our making. It uses loopback alone: no DHT, no local discovery, no exchange of
 * peers. What is in the folder already it seeds, what is missing it downloads and seeds then.
 */
export interface ForeignClient {
	readonly name: string;
	/** Can it be made to refuse encryption? */
	readonly canRefuse: boolean;
	/** Does it connect to peers on loopback of which trackers tell? Where it does not, we connect to it. */
	readonly connectsToLoopback: boolean;
	/** What must be installed for it and is not, in words; undefined when all is there. */
	lacking(): string | undefined;
	/** Resolves when it awaits peers. */
	start(job: ForeignJob): Promise<ForeignPeer>;
}

/** Where a program is in the PATH; undefined when it is not. */
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

/** What is said of a program that is not there, for those who use Debian. */
export function notInstalled(program: string, debian: string): string {
	return `${program} is not installed (Debian's package: ${debian})`;
}

/** Runs a foreign program. Its stdin stays open as long as this process lives. */
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
	// Writing to a program that has ended is no failure of the test: its output tells.
	child.stdin.on('error', () => {});
	const ended = new Promise<void>((resolve) => {
		child.once('close', () => resolve());
		child.once('error', (error) => {
			output += `${file} cannot be run: ${error.message}\n`;
			resolve();
		});
	});
	return {
		pid: child.pid ?? 0,
		output: () => output,
		stop: () => endProcess(child, ended),
	};
}

/** Resolves when somebody listens on a port, and throws with what the program printed when nobody does in time. */
export async function listening(
	peer: ForeignPeer,
	port: number,
	address = '127.0.0.1',
): Promise<ForeignPeer> {
	try {
		await until(() => canConnect(port, address), { say: peer.output });
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

/** Milliseconds a program gets to end by itself. */
const patience = 3_000;

async function endProcess(child: ChildProcess, ended: Promise<void>): Promise<void> {
	const timer = setTimeout(() => child.kill('SIGKILL'), patience);
	child.kill('SIGTERM');
	await ended;
	clearTimeout(timer);
}
