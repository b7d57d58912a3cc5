import { writeFile } from 'node:fs/promises';
import { CommandFailure, usage } from './failure.ts';

/** Refuses to send bytes that nobody can read to a terminal, which would obey some of them. */
export function refuseTerminal(what: string, instead: string): void {
	if (process.stdout.isTTY) throw usage(`${what} is not for a terminal: ${instead}.`);
}

/** Writes bytes to a file, or to standard output when none is named or it is '-'. */
export async function writeBytes(bytes: Uint8Array, file: string | undefined, what: string): Promise<void> {
	if (file === undefined || file === '-') {
		refuseTerminal(what, 'name a file with -o, or send it on with | or >');
		await new Promise<void>((resolve, reject) =>
			process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())),
		);
		return;
	}
	try {
		await writeFile(file, bytes);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new CommandFailure(`Cannot write the file: ${reason}`);
	}
}
