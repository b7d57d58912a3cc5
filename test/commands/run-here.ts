import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { Readable, Writable } from 'node:stream';
import { program } from '../../source/commands/registry.ts';
import { run } from '../../source/commands/run.ts';
import { type Ended, environment } from './program.ts';

/** The parts of `process` that a command line has for itself. */
interface Parts {
	readonly stdin: Readable;
	readonly stdout: Writable;
	readonly stderr: Writable;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly exit: (code?: number) => never;
	readonly cwd: () => string;
}

const running = new AsyncLocalStorage<Parts>();

// Commands that run at once have parts of their own. All other code has those of the process.
for (const name of ['stdin', 'stdout', 'stderr', 'env', 'exit', 'cwd'] as const) {
	const own = Object.getOwnPropertyDescriptor(process, name);
	const get = (): unknown => (own?.get ? own.get.call(process) : own?.value);
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
 * costs a tenth of a process. Signals, closed pipes, typed keys and files with relative paths need a process.
 */
export async function runHere(
	argv: readonly string[],
	{ input = '', env = {}, columns }: Options = {},
): Promise<Ended> {
	const [out, err] = [new Collected(), new Collected()];
	if (columns !== undefined) Object.assign(out, { isTTY: true, columns });
	const code = await new Promise<number>((resolve, reject) => {
		const parts: Parts = {
			stdin: Readable.from(input === '' ? [] : [Buffer.from(input)], { objectMode: false }),
			stdout: out,
			stderr: err,
			env: { ...environment, ...env },
			cwd: () => '/',
			exit: (code = 0) => {
				resolve(code);
				throw new Error(`exit with ${code}`);
			},
		};
		running.run(parts, () => run(program, argv)).then(resolve, reject);
	});
	return { code, out: out.text(), bytes: out.bytes(), err: err.text() };
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
