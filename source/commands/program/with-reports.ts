import { exitCodes, reportFailure } from '../declaration/failure.ts';

/** Runs a part of the program, and prints its failure. Resolves with the exit code of the process. */
export async function withReports(part: () => Promise<number>): Promise<number> {
	// A reader that goes away (seedtop | head) is no fault.
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		process.exit(error.code === 'EPIPE' ? exitCodes.done : reportFailure(error));
	});
	try {
		return await part();
	} catch (error) {
		return reportFailure(error);
	}
}
