import { appliesToAll, describeFailure, exitCodeOf, exitCodes } from '../output/failure.ts';
import { notice, printJson } from '../output/print.ts';
import { type Chosen, displayName } from './choose.ts';

interface Result extends Chosen {
	readonly done: boolean;
	/** Reason of the failure. */
	readonly error?: string;
}

/**
 * Applies an action to downloads sequentially. Reports failures and continues. Returns the exit code of the first
 * failure. Stops if the service is unavailable.
 */
export async function doToEach(
	chosen: readonly Chosen[],
	json: boolean,
	done: string,
	act: (one: Chosen) => Promise<unknown>,
): Promise<number> {
	const results: Result[] = [];
	let code: number = exitCodes.done;
	for (const one of chosen) {
		const { infohash, name } = one;
		try {
			await act(one);
			results.push({ infohash, name, done: true });
			if (!json) notice(`${done}: ${displayName(one)}`);
		} catch (error) {
			const reason = describeFailure(error);
			results.push({ infohash, name, done: false, error: reason });
			process.stderr.write(`seedtop: ${chosen.length > 1 ? `${displayName(one)}: ` : ''}${reason}\n`);
			if (code === exitCodes.done) code = exitCodeOf(error);
			if (appliesToAll(error)) break;
		}
	}
	if (json) printJson({ results });
	if (chosen.length === 0) notice('No download matches.');
	return code;
}
