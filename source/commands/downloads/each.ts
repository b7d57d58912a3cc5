import { describeFailure, endsEverything, exitCodeOf, exitCodes } from '../output/failure.ts';
import { notice, printJson } from '../output/print.ts';
import { type Chosen, called } from './choose.ts';

interface Result extends Chosen {
	readonly done: boolean;
	/** Why not. */
	readonly error?: string;
}

/**
 * Does something to each of some downloads, one after the other. What fails is told and the rest goes on; the exit
 * code is that of the first failure. When the service is gone there is no point in going on.
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
			if (!json) notice(`${done}: ${called(one)}`);
		} catch (error) {
			const said = describeFailure(error);
			results.push({ infohash, name, done: false, error: said });
			process.stderr.write(`seedtop: ${chosen.length > 1 ? `${called(one)}: ` : ''}${said}\n`);
			if (code === exitCodes.done) code = exitCodeOf(error);
			if (endsEverything(error)) break;
		}
	}
	if (json) printJson({ results });
	if (chosen.length === 0) notice('There are no such downloads.');
	return code;
}
