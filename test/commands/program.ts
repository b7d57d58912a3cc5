import { type ChildProcess, spawn } from 'node:child_process';
import { cli } from '../programs/service-process.ts';
import { until } from '../programs/until.ts';

export interface Ended {
	/** Exit code; null after a signal. */
	readonly code: number | null;
	readonly out: string;
	readonly bytes: Buffer;
	readonly err: string;
}

export interface Running {
	readonly child: ChildProcess;
	out(): string;
	err(): string;
	/** Returns the complete output lines, each parsed as JSON. */
	objects(): Record<string, unknown>[];
	/** Waits for a text in the output. */
	prints(text: string | RegExp): Promise<void>;
	end(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Excludes services and settings of this machine. */
const home = '/nonexistent';
export const environment = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: `${home}/state` };

/** Starts the published program with pipes. */
export function start(argv: readonly string[], { input = '', env = {}, cwd = '/' } = {}): Running {
	const child = spawn(process.execPath, [cli, ...argv], { env: { ...environment, ...env }, cwd });
	const out: Buffer[] = [];
	let err = '';
	child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		err += text;
	});
	child.stdin.on('error', () => {}); // It may end without reading.
	child.stdin.end(input);
	const text = () => Buffer.concat(out).toString('utf8');
	const ended = new Promise<Ended>((resolve) =>
		child.once('close', (code) => resolve({ code, out: text(), bytes: Buffer.concat(out), err })),
	);
	return {
		child,
		out: text,
		err: () => err,
		objects: () =>
			text()
				.split('\n')
				.slice(0, -1)
				.map((line) => JSON.parse(line)),
		prints: async (expected) => {
			await until(() => (typeof expected === 'string' ? text().includes(expected) : expected.test(text())), {
				awaited: `${expected} in the output`,
				seen: () => `${text()}\n${err}`,
			});
		},
		end: (signal) => {
			if (signal) child.kill(signal);
			return ended;
		},
	};
}

/** Runs the program to its end. */
export function run(argv: readonly string[], options?: Parameters<typeof start>[1]): Promise<Ended> {
	return start(argv, options).end();
}
