import { stat, writeFile } from 'node:fs/promises';
import { codeOf } from '../../basics/error.ts';
import { CommandFailure, usage } from '../declaration/failure.ts';

/** Failures to write binary data. */
export const binaryText = {
	noTerminal: (what: string, instead: string) => `${what} cannot be shown on a terminal: ${instead}.`,
	exists: (path: string) => `${path} exists. Use another name, or --force.`,
	unwritable: (reason: string) => `Cannot write the file: ${reason}`,
};

/** Throws if binary data would go to a terminal, which interprets control characters. */
export function refuseTerminal(what: string, instead: string): void {
	if (process.stdout.isTTY) throw usage(binaryText.noTerminal(what, instead));
}

/**
 * Writes bytes to a file, or to standard output if it is undefined or '-'. Replaces an existing file only if `force` is
 * true. A device or a pipe is written to.
 */
export async function writeBytes(
	bytes: Uint8Array,
	file: string | undefined,
	what: string,
	force: boolean,
): Promise<void> {
	if (file === undefined || file === '-') {
		refuseTerminal(what, 'name a file with -o, or redirect it with | or >');
		await new Promise<void>((resolve, reject) =>
			process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())),
		);
		return;
	}
	try {
		await writeFile(file, bytes, { flag: force || (await isDevice(file)) ? 'w' : 'wx' });
	} catch (error) {
		if (codeOf(error) === 'EEXIST') {
			throw new CommandFailure(binaryText.exists(file));
		}
		throw writingFailure(error);
	}
}

/** Whether a path is a device or a pipe, which is written to and not replaced. */
export async function isDevice(path: string): Promise<boolean> {
	const found = await stat(path).catch(() => undefined);
	return found !== undefined && !found.isFile() && !found.isDirectory();
}

/** Returns the failure of a command that writes a file. Errors of the service stay the same. */
export function writingFailure(error: unknown): unknown {
	if (!(error instanceof Error) || !('syscall' in error)) return error;
	return new CommandFailure(binaryText.unwritable(error.message));
}
