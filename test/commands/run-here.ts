import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { Readable, Writable } from 'node:stream';
import { program } from '../../source/commands/registry.ts';
import { run } from '../../source/commands/run.ts';
import { until } from '../programs/until.ts';
import { type Ended, environment, type Running } from './program.ts';

/** The parts of `process` that a command line has for itself. */
interface Parts {
	readonly stdin: Readable;
	readonly stdout: Writable;
	readonly stderr: Writable;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly exit: (code?: number) => never;
	readonly cwd: () => string;
	/** Handlers of signals. */
	readonly on: Listen;
	readonly off: Listen;
}

type Listen = (name: string, listener: (...values: unknown[]) => void) => unknown;

const running = new AsyncLocalStorage<Parts>();

// Commands that run at once have parts of their own. All other code has those of the process.
for (const name of ['stdin', 'stdout', 'stderr', 'env', 'exit', 'cwd', 'on', 'off'] as const) {
	const own = Object.getOwnPropertyDescriptor(process, name);
	const inherited: unknown = Reflect.get(process, name);
	const get = (): unknown => (own?.get ? own.get.call(process) : (own?.value ?? inherited));
	const set = (value: unknown): void => {
		if (own) own.value = value;
	};
	Object.defineProperty(process, name, {
		configurable: true,
		get: () => running.getStore()?.[name] ?? get(),
		set,
	});
}

const { homedir } = os;
os.homedir = () => running.getStore()?.env.HOME ?? homedir();
syncBuiltinESMExports();

interface Options {
	readonly input?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Width of the terminal that shows standard output. Default: standard output is a pipe. */
	readonly columns?: number;
}

/**
 * Runs a command line of the source in this process, with pipes as `run` does. The command must end by itself. This
 * costs a tenth of a process. Closed pipes, ctrl-c at a terminal and files with relative paths need a process.
 */
export function runHere(
	argv: readonly string[],
	{ input = '', env = {}, columns }: Options = {},
): Promise<Ended> {
	const out = new Collected();
	if (columns !== undefined) Object.assign(out, { isTTY: true, columns });
	const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)], { objectMode: false });
	return begin(argv, { stdin, stdout: out, stderr: new Collected() }, env).ended;
}

/** Starts a command line as `runHere` runs it. Signals reach only this command. */
export function startHere(
	argv: readonly string[],
	{ env = {} }: Pick<Options, 'env'> = {},
): Omit<Running, 'child'> {
	const [out, err] = [new Collected(), new Collected()];
	const stdin = Readable.from([], { objectMode: false });
	const { parts, signals, ended } = begin(argv, { stdin, stdout: out, stderr: err }, env);
	return {
		out: () => out.text(),
		err: () => err.text(),
		objects: () =>
			out
				.text()
				.split('\n')
				.slice(0, -1)
				.map((line) => JSON.parse(line)),
		prints: async (expected) => {
			const isPrinted = () =>
				typeof expected === 'string' ? out.text().includes(expected) : expected.test(out.text());
			await until(isPrinted, {
				awaited: `${expected} in the output`,
				seen: () => `${out.text()}\n${err.text()}`,
			});
		},
		end: (signal) => {
			if (signal) running.run(parts, () => signals.emit(signal, signal));
			return ended;
		},
	};
}

/** A command whose standard streams are a terminal. */
export interface OpenCommand {
	/** All output so far. */
	text(): string;
	/** Waits for a text in the output. */
	shows(text: string | RegExp): Promise<void>;
	/** Types keys other than ctrl-c. */
	type(keys: string): void;
	/** Resolves with the exit code, when the command ends. */
	readonly code: Promise<number | null>;
}

/** Opens a command line as `runHere` runs it, but with streams of a terminal on which a test can type. */
export function openHere(
	argv: readonly string[],
	{ env = {}, columns = 100 }: Pick<Options, 'env' | 'columns'> = {},
): OpenCommand {
	const stdin = new Readable({ read: () => {} });
	const screen = new Collected();
	Object.assign(stdin, { isTTY: true });
	Object.assign(screen, { isTTY: true, columns });
	const { parts, ended } = begin(argv, { stdin, stdout: screen, stderr: screen }, env);
	const text = () => screen.text();
	return {
		text,
		shows: async (expected) => {
			const isShown = () =>
				typeof expected === 'string' ? text().includes(expected) : expected.test(text());
			await until(isShown, { awaited: `${expected} on the terminal`, seen: text });
		},
		// Handlers of the keys belong to the command.
		type: (keys) => void running.run(parts, () => stdin.push(keys)),
		code: ended.then(({ code }) => code),
	};
}

const signalNames: ReadonlySet<string> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1']);

/** Runs a command line with these streams. */
function begin(
	argv: readonly string[],
	streams: { readonly stdin: Readable; readonly stdout: Collected; readonly stderr: Collected },
	env: Readonly<Record<string, string>>,
): { readonly parts: Parts; readonly signals: EventEmitter; readonly ended: Promise<Ended> } {
	const signals = new EventEmitter();
	let exited = (_code: number): void => {};
	const exit = new Promise<number>((resolve) => {
		exited = resolve;
	});
	const emitterOf = (name: string): EventEmitter => (signalNames.has(name) ? signals : process);
	const { on, off } = EventEmitter.prototype;
	const parts: Parts = {
		...streams,
		env: { ...environment, ...env },
		cwd: () => '/',
		exit: (code = 0) => {
			exited(code);
			throw new Error(`exit with ${code}`);
		},
		on: (name, listener) => on.call(emitterOf(name), name, listener),
		off: (name, listener) => off.call(emitterOf(name), name, listener),
	};
	const { stdout, stderr } = streams;
	const code = Promise.race([exit, running.run(parts, () => run(program, argv))]);
	const result = (code: number) => ({ code, out: stdout.text(), bytes: stdout.bytes(), err: stderr.text() });
	return { parts, signals, ended: code.then(result) };
}

/** Keeps the written bytes. */
class Collected extends Writable {
	readonly #chunks: Buffer[] = [];
	override _write(chunk: Buffer, _encoding: string, done: () => void): void {
		this.#chunks.push(chunk);
		done();
	}
	bytes(): Buffer {
		return Buffer.concat(this.#chunks);
	}
	text(): string {
		return this.bytes().toString('utf8');
	}
}
