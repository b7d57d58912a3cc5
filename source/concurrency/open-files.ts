import { readFileSync } from 'node:fs';
import { codeOf } from '../basics/error.ts';

const nextStep =
	"Raise the limit with 'ulimit -n 4096', or LimitNOFILE= of the systemd unit, and start the program again.";

export const openFilesText = {
	nextStep,
	exhausted: `Cannot start: too many files and connections are open. ${nextStep}`,
	tooFew: (limit: number, least: number, program: string) =>
		`Cannot start: this process may open ${limit} files and connections, and ${program} needs ${least}. ${nextStep}`,
} as const;

/** Whether an operation failed because this process or the system has too many open files and connections. */
export function isOutOfFiles(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	return /^(?:EMFILE|ENFILE)$/.test(codeOf(error) ?? '') || isOutOfFiles(error.cause);
}

/** Returns the number of files and connections that this process may open; undefined if it is unknown or unlimited. */
export function maxOpenFiles(): number | undefined {
	try {
		// Node raises the first limit, the soft one, to the second one when it starts.
		const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
		return limit === undefined ? undefined : Number(limit);
	} catch {
		// Only Linux has the file.
		return undefined;
	}
}

/** Returns `most`, or that share of the files and connections that this process may open if it is less. */
export function shareOfOpenFiles(most: number, share: number): number {
	return Math.min(most, Math.floor((maxOpenFiles() ?? Number.POSITIVE_INFINITY) * share));
}
