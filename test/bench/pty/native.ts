/**
 * The binary of node-pty without its streams. They read ahead up to 16 KiB, which is two seconds of a slow link.
 * Only the kernel may buffer between the program and its reader.
 */
import { createRequire } from 'node:module';

interface Binary {
	fork(
		file: string,
		args: readonly string[],
		environment: readonly string[],
		folder: string,
		columns: number,
		rows: number,
		user: number,
		group: number,
		utf8: boolean,
		helper: string,
		onExit: (code: number, signal: number) => void,
	): { readonly fd: number; readonly pid: number };
}

export interface PtyProgram {
	/** The master's descriptor, non-blocking. The caller that opened it closes it. */
	readonly fd: number;
	readonly pid: number;
	/** Resolves when the program has ended. */
	readonly ended: Promise<void>;
}

export interface PtyOptions {
	readonly file: string;
	readonly args: readonly string[];
	readonly environment: Readonly<Record<string, string>>;
	readonly folder: string;
	readonly columns: number;
	readonly rows: number;
}

const loaded: unknown = createRequire(import.meta.url)(
	`@lydell/node-pty-${process.platform}-${process.arch}/pty.node`,
);

/** Starts a program on a new pseudo terminal. */
export function startOnPty({ file, args, environment, folder, columns, rows }: PtyOptions): PtyProgram {
	if (!isBinary(loaded)) throw new Error('this is not the node-pty that the benchmark knows');
	const pairs = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
	const { fork } = loaded;
	let end = () => {};
	const ended = new Promise<void>((resolve) => {
		end = resolve;
	});
	const { fd, pid } = fork(file, args, pairs, folder, columns, rows, -1, -1, true, '', () => end());
	return { fd, pid, ended };
}

function isBinary(value: unknown): value is Binary {
	return typeof value === 'object' && value !== null && 'fork' in value && typeof value.fork === 'function';
}
