import { optionsOf } from '../declaration/builtin-options.ts';
import {
	type Completion,
	type Declaration,
	longFlag,
	namesOf,
	type OptionDeclaration,
	shortFlag,
	takesValue,
} from '../declaration/declaration.ts';

/** Completions of a shell, derived from the declarations. */

interface ArgumentChoice {
	readonly completes: Completion;
	/** Operands that it completes: from this index, up to `to` or to the end. */
	readonly from: number;
	readonly to: number | undefined;
}

/** A command line up to its last subcommand: 'seedtop', 'seedtop playlist ls'. */
export interface Place {
	readonly path: string;
	readonly words: readonly Declaration[];
	readonly options: readonly OptionDeclaration[];
	readonly arguments: readonly ArgumentChoice[];
}

/** Returns the place of a command and those of its verbs. `path` is the command line up to its name. */
export function placesOf(declaration: Declaration, path = declaration.name): Place[] {
	const place: Place = {
		path,
		words: declaration.verbs.filter(({ hidden }) => !hidden),
		options: optionsOf(declaration),
		arguments: Object.values(declaration.arguments).flatMap(({ completes, many }, index) =>
			completes === undefined ? [] : [{ completes, from: index, to: many ? undefined : index }],
		),
	};
	return [place, ...declaration.verbs.flatMap((verb) => placesOf(verb, `${path} ${verb.name}`))];
}

/** Returns the forms of an option: '-o', '--output'. */
export function formsOf(option: OptionDeclaration): readonly string[] {
	const short = shortFlag(option);
	return [...(short === undefined ? [] : [short]), longFlag(option.flags)];
}

/** Returns the forms of all options with a value. The next word is not a command. */
export function valueOptions(places: readonly Place[]): string[] {
	return [...new Set(places.flatMap(({ options }) => options.filter(takesValue).flatMap(formsOf)))];
}

/** Puts text between single quotes, for any shell. */
export function quoted(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a pattern for each name and alias of each command. */
export function stepsOf(
	places: readonly Place[],
): { readonly ways: readonly string[]; readonly path: string }[] {
	return places.flatMap(({ path, words }) =>
		words.map((word) => ({
			ways: namesOf(word).map((name) => `${path} ${name}`),
			path: `${path} ${word.name}`,
		})),
	);
}

/** How bash or zsh offers words. */
interface Offers {
	/** Returns the command that offers values. */
	readonly values: (completes: Completion) => string;
	/** Returns the command that offers the verbs of a place. */
	readonly verbs: (words: readonly Declaration[]) => string;
}

/** Returns the cases of the values of options, for bash and zsh. */
export function valueCases(places: readonly Place[], offers: Offers): string {
	return places
		.flatMap(({ path, options }) =>
			options.flatMap((option) =>
				takesValue(option) && option.completes !== undefined
					? [
							`\t\t${formsOf(option)
								.map((form) => quoted(`${path} ${form}`))
								.join('|')}) ${offers.values(option.completes)} ;;`,
						]
					: [],
			),
		)
		.join('\n');
}

/** Returns the cases of verbs and arguments, for bash and zsh. */
export function operandCases(places: readonly Place[], offers: Offers): string {
	return places
		.flatMap(({ path, words, arguments: parameters }) => [
			...(words.length > 0 ? [`\t${quoted(`${path}:0`)}) ${offers.verbs(words)} ;;`] : []),
			...parameters.map(({ completes, from, to }) =>
				to === undefined
					? `\t${quoted(`${path}:`)}*) if ((operands >= ${from})); then ${offers.values(completes)}; fi ;;`
					: `\t${quoted(`${path}:${from}`)}) ${offers.values(completes)} ;;`,
			),
		])
		.join('\n');
}
