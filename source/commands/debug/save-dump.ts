import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { requireEngine, saveMemoryDump } from '../../client/memory-dump.ts';
import type { Call } from '../declaration/service-command.ts';
import { refuseTerminal, writeBytes, writingFailure } from '../output/binary.ts';
import { interruptible } from '../output/interruption.ts';
import { notice } from '../output/print.ts';

/** Whether a path is a device or a pipe, which is written to and not replaced. */
async function isDevice(path: string): Promise<boolean> {
	const found = await stat(path).catch(() => undefined);
	return found !== undefined && !found.isFile() && !found.isDirectory();
}

export interface DumpInput {
	readonly output: string | undefined;
	readonly process: 'service' | 'engine' | undefined;
}

const SUBJECT = 'A memory dump';

/** Saves a memory dump, or writes it to standard output. Returns the exit code after a signal. */
export async function saveDump(
	{ output, process = 'service' }: DumpInput,
	{ client, limits }: Pick<Call, 'client' | 'limits'>,
): Promise<number | undefined> {
	const isFile = output !== undefined && output !== '-' && !(await isDevice(output));
	if (!isFile) {
		if (output === undefined) refuseTerminal(SUBJECT, 'name a file with -o');
		if (process === 'engine') await requireEngine(client, limits);
		const query = process === 'engine' ? { process } : {};
		await writeBytes(await client.getMemoryDump({ query }, limits), output, SUBJECT);
		return undefined;
	}
	const path = resolve(output);
	// An incomplete file is deleted when the command is interrupted.
	return interruptible(async (signal) => {
		try {
			const options = { ...limits, signal };
			const bytes = await saveMemoryDump(client, { process, path, overwrite: true }, options);
			notice(`${bytes} bytes written.`);
			return undefined;
		} catch (error) {
			throw writingFailure(error);
		}
	});
}
