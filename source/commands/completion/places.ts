import type { Chapter } from '../declaration/build-program.ts';
import type { Completion, Declaration, OptionDeclaration, OptionSet } from '../declaration/declaration.ts';

/** What a shell completes, all of it from the declarations. */

export interface OptionChoice {
	/** '-o', '--output'. */
	readonly names: readonly string[];
	readonly description: string;
	readonly takesValue: boolean;
	readonly completes: Completion | undefined;
}

export interface ArgumentChoice {
	readonly completes: Completion;
	/** The operands that it stands for: from this one, to this one or to the end. */
	readonly from: number;
	readonly to: number | undefined;
}

export interface WordChoice {
	readonly name: string;
	readonly aliases: readonly string[];
	readonly summary: string;
}

/** A command line up to its last command: 'seedtop', 'seedtop playlist ls'. */
export interface Place {
	readonly path: string;
	readonly words: readonly WordChoice[];
	readonly options: readonly OptionChoice[];
	readonly arguments: readonly ArgumentChoice[];
}

export function placesOf(chapters: readonly Chapter[], rootOptions: OptionSet): Place[] {
	const commands = chapters.flatMap((chapter) => chapter.commands);
	const root: Place = {
		path: 'seedtop',
		words: wordsOf(commands),
		options: [...optionsOf(rootOptions), versionChoice, helpChoice],
		arguments: [],
	};
	return [root, ...commands.flatMap((command) => placesBelow('seedtop', command))];
}

function placesBelow(parent: string, declaration: Declaration): Place[] {
	const path = `${parent} ${declaration.name}`;
	const own = optionsOf(declaration.options);
	const place: Place = {
		path,
		words: wordsOf(declaration.verbs),
		options: declaration.ownHelp ? own : [...own, helpChoice],
		arguments: Object.values(declaration.arguments).flatMap(({ completes, many }, index) =>
			completes === undefined ? [] : [{ completes, from: index, to: many ? undefined : index }],
		),
	};
	return [place, ...declaration.verbs.flatMap((verb) => placesBelow(path, verb))];
}

function wordsOf(commands: readonly Declaration[]): WordChoice[] {
	return commands
		.filter(({ hidden }) => !hidden)
		.map(({ name, aliases = [], summary }) => ({ name, aliases, summary }));
}

function optionsOf(options: OptionSet): OptionChoice[] {
	return Object.values(options).map(choiceOf);
}

function choiceOf({ flags, description, completes }: OptionDeclaration): OptionChoice {
	return {
		names: flags
			.replace(/[<[].*$/, '')
			.trim()
			.split(/,\s*/),
		description,
		takesValue: /[<[]/.test(flags),
		completes,
	};
}

const helpChoice: OptionChoice = {
	names: ['-h', '--help'],
	description: 'display help for command',
	takesValue: false,
	completes: undefined,
};

const versionChoice: OptionChoice = {
	...helpChoice,
	names: ['-V', '--version'],
	description: 'output the version number',
};

/** The names of all options that take a value: what follows one of them is no command. */
export function valueOptions(places: readonly Place[]): string[] {
	return [
		...new Set(
			places.flatMap(({ options }) =>
				options.filter((each) => each.takesValue).flatMap(({ names }) => names),
			),
		),
	];
}

/** Text between single quotes, for any shell. */
export function quoted(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A pattern for each way to write a command: its name and its aliases. */
export function stepsOf(
	places: readonly Place[],
): { readonly ways: readonly string[]; readonly path: string }[] {
	return places.flatMap(({ path, words }) =>
		words.map(({ name, aliases }) => ({
			ways: [name, ...aliases].map((word) => `${path} ${word}`),
			path: `${path} ${name}`,
		})),
	);
}
