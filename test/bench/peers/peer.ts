import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { sleep } from '../clock.ts';
import type { Terminal } from '../pty/session.ts';
import { cursorKeys, cursorSeries, type Subject } from '../subject.ts';

/** A program with the same purpose. */
export interface Peer {
	readonly name: string;
	/** Programs that must be installed. */
	readonly needs: readonly string[];
	/** Starts its backend with these .torrent files. Throws on failure. */
	readonly start: (place: Place) => Promise<Ready>;
}

export interface Place {
	/** An empty folder of its own. */
	readonly folder: string;
	readonly torrents: readonly string[];
	readonly terminal: Terminal;
}

export interface Ready {
	readonly subject: Subject;
	/** Stops the backend. */
	readonly stop: () => Promise<void>;
}

/** Returns the first of these programs that is not installed. */
export function missing(programs: readonly string[]): string | undefined {
	return programs.find(
		(program) =>
			!(process.env.PATH ?? '').split(delimiter).some((folder) => isProgram(join(folder, program))),
	);
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Cursor keys for programs that switch the keypad to application mode, as ncurses does. */
const ncursesKeys = { ...cursorKeys, up: '\x1bOA', down: '\x1bOB', home: '\x1bOH' };

/** Returns a subject with the cursor keys that all peers have. Finds names of rows in the output. */
export function peerSubject(
	given: Pick<Subject, 'name' | 'command' | 'quit'> & Partial<Subject>,
	{ terminal, torrents }: Place,
	linesPerRow = 1,
): Subject {
	return {
		listed: /Some\.Distribution\.\d/,
		home: ncursesKeys.home,
		down: ncursesKeys.down,
		patience: 90_000,
		...given,
		series: cursorSeries({ rows: Math.floor(terminal.rows / linesPerRow) }, torrents.length, ncursesKeys),
	};
}

/** The backend process of a peer. */
export class Backend {
	readonly #process: ChildProcess;
	#hasEnded = false;

	constructor(file: string, args: readonly string[], folder: string) {
		this.#process = spawn(file, args, {
			cwd: folder,
			env: { ...process.env, HOME: folder },
			stdio: 'ignore',
		});
		this.#process.once('exit', () => {
			this.#hasEnded = true;
		});
	}

	/** Resolves when a condition holds. Throws after `seconds`, or when the backend ends. */
	async until(condition: () => Promise<boolean>, seconds: number): Promise<void> {
		for (let tries = 0; tries < seconds * 2; tries++) {
			if (this.#hasEnded) throw new Error(`${this.#process.spawnfile} ended`);
			if (await condition().catch(() => false)) return;
			await sleep(500);
		}
		throw new Error(`${this.#process.spawnfile} was not ready within ${seconds} s`);
	}

	async stop(): Promise<void> {
		for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
			if (this.#hasEnded) return;
			this.#process.kill(signal);
			for (let tries = 0; tries < 50 && !this.#hasEnded; tries++) await sleep(100);
		}
	}
}

/** Returns a port of this machine without a listener. */
export async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === 'string') throw new Error('there is no free port');
	return address.port;
}
