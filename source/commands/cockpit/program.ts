import { optionsOf } from '../declaration/builtin-options.ts';
import { type Declaration, type Raw, readInput } from '../declaration/declaration.ts';
import { parseWords } from '../declaration/parse-words.ts';
import { serviceOptions } from '../service-command/service-options.ts';
import { runCockpit } from './cockpit.ts';
import { cockpitOptions } from './options.ts';

/** Options before a command, or without one. */
export const programOptions = { ...serviceOptions, ...cockpitOptions } as const;

/** The program without its commands, which is the cockpit. The registry adds the commands. */
export const cockpitProgram = {
	name: 'seedtop',
	summary: 'run a headless torrent client from a terminal',
	description: 'Run a headless torrent client from a terminal. Without a command it opens the cockpit.',
	options: programOptions,
	arguments: {},
	verbs: [],
	invoke: (raw) => runCockpit(readInput(programOptions, undefined, raw)),
} satisfies Declaration;

/**
 * Returns the options in words that have nothing but options of the cockpit; undefined for other words. Then it starts
 * without the declarations of all commands, which take as long to load as the first lines on the screen take.
 */
export function optionsForCockpit(words: readonly string[]): ReadonlyMap<string, Raw> | undefined {
	try {
		const { unknown, rest, options } = parseWords(words, optionsOf(cockpitProgram), [], cockpitProgram.name);
		return unknown === undefined && rest.length === 0 && !options.has('help') ? options : undefined;
	} catch {
		// The registry reports the fault.
		return undefined;
	}
}
