import { readFileSync } from 'node:fs';
import { type IPty, spawn } from '@lydell/node-pty';
import { expect } from 'vitest';
import { atFileEnd } from '../fixtures/cleanup.ts';
import { reportState, until } from '../programs/until.ts';
import { Emulator, isModeOn } from './emulator.ts';

const folder = new URL('../..', import.meta.url).pathname;

export interface SessionOptions {
	readonly columns?: number;
	readonly rows?: number;
	readonly env?: object;
	/** Delay of the answers to the program's queries, milliseconds. Default: no answer. */
	readonly answersAfter?: number;
	/** Whether it supports the kitty keyboard protocol and reports it. */
	readonly kitty?: boolean;
	/** Called when the program asks for the color of the background; answers by typing. */
	readonly answerColors?: (type: (text: string) => void) => void;
	/** Bytes that are read a millisecond. Default: no limit. */
	readonly rate?: number;
}

/** A shell command on a real pseudo terminal, with an emulator that shows its output. */
export class Session {
	readonly emulator: Emulator;
	readonly #pty: IPty;
	readonly #removeState: () => void;
	#bytes = '';

	constructor(
		command: string,
		{
			columns = 60,
			rows = 10,
			env = {},
			answersAfter,
			kitty = false,
			rate,
			answerColors,
		}: SessionOptions = {},
	) {
		this.emulator = new Emulator({ columns: columns || 80, rows: rows || 24 });
		this.#pty = spawn('bash', ['--norc', '--noprofile', ...(command === '' ? ['-i'] : ['-c', command])], {
			cols: columns,
			rows,
			cwd: folder,
			env: {
				...process.env,
				CI: undefined,
				NODE_ENV: 'production',
				TERM: 'xterm-256color',
				PS1: 'shell> ',
				...env,
			},
		});
		this.#removeState = reportState(() => `Screen of ${command}:\n${this.emulator.text()}`);
		this.#pty.onData((data) => {
			// Together, so that a condition on bytes and one on the screen see the same moment.
			void this.emulator.write(data).then(() => {
				this.#bytes += data;
			});
			if (kitty && data.includes('\x1b[?u')) this.type('\x1b[?0u');
			if (data.includes('\x1b]11;?')) answerColors?.((text) => this.type(text));
			if (rate === undefined) return;
			this.#pty.pause();
			setTimeout(() => this.#pty.resume(), data.length / rate);
		});
		if (answersAfter === undefined) return;
		this.emulator.terminal.onData((answer) => setTimeout(() => this.type(answer), answersAfter));
	}

	/** All output that the screen shows, and showed before. */
	get bytes(): string {
		return this.#bytes;
	}

	type(text: string): void {
		this.#pty.write(text);
	}

	resize(columns: number, rows: number): void {
		this.emulator.resize(columns, rows);
		this.#pty.resize(columns, rows);
	}

	/** Stops reading the program's output, as a stalled link does. */
	stall(): void {
		this.#pty.pause();
	}

	read(): void {
		this.#pty.resume();
	}

	/** Resolves when this is on the screen. */
	async shows(text: string | RegExp): Promise<void> {
		const there = () =>
			typeof text === 'string' ? this.emulator.text().includes(text) : text.test(this.emulator.text());
		await until(there, { awaited: `${text} on the screen` });
	}

	/** The process id that the fixture shows. */
	async pid(): Promise<number> {
		await this.shows(/pid \d+/);
		return Number(/pid (\d+)/.exec(this.emulator.text())?.[1]);
	}

	/** The process id of the program that the shell runs now. */
	childPid(): number {
		const [pid] = readFileSync(`/proc/${this.#pty.pid}/task/${this.#pty.pid}/children`, 'utf8').split(' ');
		return Number(pid);
	}

	/** Whether a private mode is on, by the last sequence that sets it. */
	mode(number: number): boolean {
		return isModeOn(this.#bytes, number);
	}

	/** Closes the terminal, as when a connection breaks. */
	hangUp(): void {
		// The type leaves it out, because other systems lack it.
		(this.#pty as IPty & { destroy(): void }).destroy();
		this.#removeState();
	}

	kill(): void {
		this.#pty.kill('SIGKILL');
		this.#removeState();
	}
}

/** Starts a session that ends with the file, also in concurrent tests. */
export function start(...args: ConstructorParameters<typeof Session>): Session {
	const session = new Session(...args);
	atFileEnd(() => session.kill());
	return session;
}

/** The terminal is as before, for the next program. */
export async function expectReleased(session: Session, code: number): Promise<void> {
	await session.shows('[done]');
	const text = session.emulator.text();
	expect(text).toContain(`code=${code}`);
	expect(session.emulator.onAlternateScreen).toBe(false);
	const on = [1000, 1002, 1003, 1004, 1006, 1049, 2004, 2026].filter((mode) => session.mode(mode));
	expect(on).toEqual([]);
	expect([25, 7].filter((mode) => !session.mode(mode))).toEqual([]);
	for (const flag of ['icanon', 'echo', 'isig', 'icrnl', 'opost'])
		expect(text).toMatch(new RegExp(`[^-]\\b${flag}\\b`));
	const times = (sequence: string) => session.bytes.split(sequence).length;
	expect(times('\x1b[<u')).toBe(times('\x1b[>1u'));
	// The app leaves no process, and paints no frame after it restored the terminal.
	expect(text).not.toContain('ready');
	expect(session.bytes.lastIndexOf('\x1b[?2026h')).toBeLessThan(session.bytes.lastIndexOf('\x1b[?1049l'));
}

/** Whether a process exists. */
export function alive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
