import type { ChildProcess } from 'node:child_process';
import { oneLine } from '../../format/one-line.ts';
import { killGroupLater, signalGroup, spawnGroup } from '../../process/process-group.ts';
import { reasonOf } from '../http/http-error.ts';

/** Bytes of output that are kept, the last ones. */
const MAX_OUTPUT_BYTES = 4 * 1024;
/** Maximum characters of the output in a message. */
const MAX_OUTPUT_CHARACTERS = 1_000;
/** Time between SIGTERM and SIGKILL at the timeout, and when the service stops. */
const TERMINATION_MS = 5_000;
const CLOSE_TERMINATION_MS = 1_000;
/** Time between two reads of at most 64 KiB from a pipe: about 6 MB/s. */
const READ_PAUSE_MS = 10;

export const programText = {
	timeout: (seconds: number) => `it did not end within ${seconds} s`,
	exit: (code: number | string) =>
		`it ended with ${typeof code === 'string' ? 'signal' : 'exit code'} ${code}`,
} as const;

type ProgramEnd =
	/** `failure` is empty after exit code 0, and has no period. `output` is one line. */
	| { readonly kind: 'ended'; readonly failure: string; readonly output: string }
	| { readonly kind: 'not-started'; readonly reason: string }
	/** `signal` was aborted before the program ended. */
	| { readonly kind: 'interrupted' };

interface ProgramOptions {
	/** The whole environment of the program. */
	readonly env: Readonly<Record<string, string>>;
	readonly timeoutS: number;
	readonly signal: AbortSignal;
	/** Called with the id of the process, which leads a group of its own. */
	readonly onStart: (pid: number) => void;
}

/**
 * Runs a program without a shell and without input. Its process group gets SIGTERM, then SIGKILL, at the timeout and
 * when `signal` aborts. Processes that it left in the group end with it. Never rejects.
 */
export function runProgram(
	command: readonly string[],
	{ env, timeoutS, signal, onStart }: ProgramOptions,
): Promise<ProgramEnd> {
	return new Promise((resolve) => {
		const output = new LastBytes(MAX_OUTPUT_BYTES);
		let child: ChildProcess;
		let failure: string | undefined;
		let isInterrupted = false;
		let killTimer: NodeJS.Timeout | undefined;
		let pipeTimer: NodeJS.Timeout | undefined;
		const terminate = (afterMs: number) => {
			signalGroup(child, 'SIGTERM');
			killTimer ??= setTimeout(() => signalGroup(child, 'SIGKILL'), afterMs);
		};
		const timer = setTimeout(() => {
			failure = programText.timeout(timeoutS);
			terminate(TERMINATION_MS);
		}, timeoutS * 1_000);
		const abort = () => {
			isInterrupted = true;
			clearTimeout(killTimer);
			killTimer = undefined;
			terminate(CLOSE_TERMINATION_MS);
		};
		const end = (result: ProgramEnd) => {
			for (const each of [timer, killTimer, pipeTimer]) clearTimeout(each);
			signal.removeEventListener('abort', abort);
			resolve(result);
		};
		if (signal.aborted) return end({ kind: 'interrupted' });
		try {
			child = spawnGroup(command, 'ignore', env);
		} catch (error) {
			return end({ kind: 'not-started', reason: reasonOf(error) });
		}
		signal.addEventListener('abort', abort, { once: true });
		child.once('spawn', () => onStart(child.pid ?? 0));
		child.once('error', (error) => {
			if (child.pid === undefined) end({ kind: 'not-started', reason: reasonOf(error) });
		});
		for (const stream of [child.stdout, child.stderr]) {
			stream?.on('data', (bytes: Buffer) => {
				output.add(bytes);
				// Endless output would keep the service busy. A program waits while its pipe is full.
				stream.pause();
				setTimeout(() => stream.resume(), READ_PAUSE_MS);
			});
		}
		child.once('exit', () => {
			pipeTimer = killGroupLater(child);
		});
		child.once('close', (code, ended) => {
			signalGroup(child, 'SIGKILL');
			if (isInterrupted) return end({ kind: 'interrupted' });
			const exit = code === 0 ? '' : programText.exit(ended ?? code ?? 0);
			end({ kind: 'ended', failure: failure ?? exit, output: output.text });
		});
	});
}

/** Keeps the last bytes of an output. */
class LastBytes {
	readonly #limit: number;
	#bytes: Buffer = Buffer.alloc(0);

	constructor(limit: number) {
		this.#limit = limit;
	}

	add(bytes: Buffer): void {
		this.#bytes = Buffer.concat([this.#bytes, bytes.subarray(-this.#limit)]).subarray(-this.#limit);
	}

	/** The sanitized end of the output, on one line. */
	get text(): string {
		const text = this.#bytes.toString('utf8').trim();
		const end = text
			.slice(-MAX_OUTPUT_CHARACTERS)
			.replace(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? ' ' : blanks));
		return oneLine(end, MAX_OUTPUT_CHARACTERS);
	}
}
