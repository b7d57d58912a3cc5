import type { ChildProcess } from 'node:child_process';
import { oneLine } from '../../../format/one-line.ts';
import { killGroup, killGroupLater, spawnGroup } from '../../../process/process-group.ts';
import { reasonOf } from '../../http/http-error.ts';

/** Limits of the output of a command, bytes. */
const MAX_OUTPUT_BYTES = 64 * 1024;
const MAX_ERROR_BYTES = 4 * 1024;
/** Variables with secrets of seedtop, which a command does not need. */
const SECRET_VARIABLES = ['SEEDTOP_API_KEY', 'CORE_API_KEY'];

export const commandText = {
	notStarted: (reason: string) => `it cannot be started: ${reason}`,
	timeout: (seconds: number) => `it did not end within ${seconds} s`,
	tooMuch: `it wrote more than ${MAX_OUTPUT_BYTES / 1024} KiB`,
	exit: (code: number | string, error: string) =>
		`it ended with ${typeof code === 'string' ? 'signal' : 'code'} ${code}${error === '' ? '' : `: ${error}`}`,
	closed: 'the service stops',
} as const;

export type CommandOutput =
	| { readonly kind: 'output'; readonly text: string }
	/** `reason` has no period. */
	| { readonly kind: 'failed'; readonly reason: string };

/**
 * Runs a program without a shell, writes `input` to its standard input and returns its standard output. The program
 * and its children are killed at the timeout, at too much output and when `signal` aborts. Never rejects.
 */
export function runCommand(
	command: readonly string[],
	input: string,
	{ timeoutS, signal }: { readonly timeoutS: number; readonly signal: AbortSignal },
): Promise<CommandOutput> {
	return new Promise((resolve) => {
		let child: ChildProcess;
		const output = new LimitedText(MAX_OUTPUT_BYTES);
		const errors = new LimitedText(MAX_ERROR_BYTES);
		let failure: string | undefined;
		const stop = (reason: string) => {
			failure ??= reason;
			killGroup(child);
		};
		const abort = () => stop(commandText.closed);
		let pipeTimer: NodeJS.Timeout | undefined;
		const end = (result: CommandOutput) => {
			clearTimeout(timer);
			clearTimeout(pipeTimer);
			signal.removeEventListener('abort', abort);
			resolve(result);
		};
		const timer = setTimeout(() => stop(commandText.timeout(timeoutS)), timeoutS * 1000);
		try {
			signal.throwIfAborted();
			child = spawnGroup(command, 'pipe', environment());
		} catch (error) {
			end({ kind: 'failed', reason: commandText.notStarted(reasonOf(error)) });
			return;
		}
		signal.addEventListener('abort', abort, { once: true });
		child.once('error', (error) => {
			end({ kind: 'failed', reason: commandText.notStarted(reasonOf(error)) });
		});
		child.once('exit', () => {
			pipeTimer = killGroupLater(child);
		});
		child.once('close', (code, ended) => {
			if (failure !== undefined) end({ kind: 'failed', reason: failure });
			else if (code === 0) end({ kind: 'output', text: output.text });
			else end({ kind: 'failed', reason: commandText.exit(ended ?? code ?? 0, oneLine(errors.text, 200)) });
		});
		child.stdout?.on('data', (bytes: Buffer) => {
			if (!output.add(bytes)) stop(commandText.tooMuch);
		});
		child.stderr?.on('data', (bytes: Buffer) => void errors.add(bytes));
		// The program may end without reading.
		child.stdin?.on('error', () => {}).end(input);
	});
}

function environment(): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => !SECRET_VARIABLES.includes(name));
	return Object.fromEntries(kept);
}

/** Collects bytes up to a limit. */
class LimitedText {
	readonly #limit: number;
	readonly #parts: Buffer[] = [];
	#size = 0;

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** Returns false if there are more than the limit. The rest is dropped. */
	add(bytes: Buffer): boolean {
		const rest = this.#limit - this.#size;
		if (rest > 0) this.#parts.push(bytes.subarray(0, rest));
		this.#size += Math.min(bytes.length, rest);
		return bytes.length <= rest;
	}

	get text(): string {
		return Buffer.concat(this.#parts).toString('utf8');
	}
}
