import { resolve } from 'node:path';
import { FileExistsError, requireEngine, saveMemoryDump } from '../../client/memory-dump.ts';
import { CommandFailure } from '../declaration/failure.ts';
import { binaryText, isDevice, refuseTerminal, writeBytes, writingFailure } from '../output/binary.ts';
import { interruptible } from '../output/interruption.ts';
import { notice } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';

interface DumpInput {
	readonly output: string | undefined;
	/** Whether an existing file is replaced. */
	readonly force: boolean;
	readonly process: 'service' | 'engine' | undefined;
}

const SUBJECT = 'A memory dump';

/** Saves a memory dump, or writes it to standard output. Returns the exit code after a signal. */
export async function saveDump(
	{ output, force, process = 'service' }: DumpInput,
	{ client, limits }: Pick<Call, 'client' | 'limits'>,
): Promise<number | undefined> {
	const isFile = output !== undefined && output !== '-' && !(await isDevice(output));
	if (!isFile) {
		if (output === undefined) refuseTerminal(SUBJECT, 'name a file with -o');
		if (process === 'engine') await requireEngine(client, limits);
		const query = process === 'engine' ? { process } : {};
		await writeBytes(await client.getMemoryDump({ query }, limits), output, SUBJECT, force);
		return undefined;
	}
	const path = resolve(output);
	// An incomplete file is deleted when the command is interrupted.
	return interruptible(async (signal) => {
		try {
			const options = { ...limits, signal };
			const bytes = await saveMemoryDump(client, { process, path, overwrite: force }, options);
			notice(`${bytes} bytes written.`);
			return undefined;
		} catch (error) {
			if (error instanceof FileExistsError) throw new CommandFailure(binaryText.exists(path));
			throw writingFailure(error);
		}
	});
}
