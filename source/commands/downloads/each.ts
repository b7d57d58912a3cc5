import type { Download } from '../../protocol/resources/download.ts';
import { appliesToAll, describeFailure, exitCodeOf, exitCodes } from '../declaration/failure.ts';
import { notice, printJson, printResult } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { type Choice, type Chosen, chooseListed, chooseMany, displayName } from './choose.ts';

interface Result extends Chosen {
	readonly done: boolean;
	/** Reason of the failure. */
	readonly error?: string;
}

export const eachText = {
	none: 'No download matches.',
	result: (done: string, name: string) => `${done}: ${name}`,
	planned: (name: string, would: string) => `${name}: ${would}`,
	unchanged: (count: number) =>
		`${count === 1 ? '1 download' : `${count} downloads`} would be changed. Nothing was changed.`,
} as const;

/** The effect of a command on each download, in words. */
export interface Effect {
	/** Begins the sentence of a result: 'Stopped'. */
	readonly done: string;
	/** Continues the name in a dry run: 'would be stopped'. */
	readonly would: string;
}

/** Input of a command that changes downloads. */
export interface ChangeInput extends Choice {
	readonly dryRun: boolean;
	readonly json: boolean;
}

/** Applies an action to the selected downloads. In a dry run, prints its effect and does nothing. Returns the exit code. */
export async function changeEach(
	call: Call,
	input: ChangeInput,
	effect: Effect,
	act: (one: Chosen) => Promise<unknown>,
): Promise<number> {
	// A dry run checks that the downloads exist.
	if (input.dryRun) return planEach(await chooseListed(call, input), input.json, effect.would);
	return doToEach(await chooseMany(call, input), input.json, effect.done, act);
}

/** Prints the effect of a command on each download, and changes nothing. Returns the exit code. */
export async function planEach(chosen: readonly Download[], json: boolean, would: string): Promise<number> {
	if (json) {
		const results = chosen.map(({ infohash, name }) => ({ infohash, name, done: false, would }));
		printJson({ dry_run: true, results });
		return exitCodes.done;
	}
	for (const one of chosen) {
		await printResult(eachText.planned(displayName(one), would), {
			id: one.infohash,
			name: one.name,
			result: would,
		});
	}
	notice(chosen.length === 0 ? eachText.none : eachText.unchanged(chosen.length));
	return exitCodes.done;
}

/**
 * Applies an action to downloads sequentially. Reports failures and continues. Returns the exit code of the first
 * failure. Stops if the service is unavailable. In a pipe, each line has infohash, name and result.
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
			const sentence = eachText.result(done, displayName(one));
			if (!json) await printResult(sentence, { id: infohash, name, result: done.toLowerCase() });
		} catch (error) {
			const reason = describeFailure(error);
			results.push({ infohash, name, done: false, error: reason });
			const sentence = `${chosen.length > 1 ? `${displayName(one)}: ` : ''}${reason}`;
			process.stderr.write(`seedtop: ${sentence}\n`);
			if (code === exitCodes.done) code = exitCodeOf(error);
			if (appliesToAll(error)) break;
		}
	}
	if (json) printJson({ results });
	if (chosen.length === 0) notice(eachText.none);
	return code;
}
