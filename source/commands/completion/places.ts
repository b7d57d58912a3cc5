import type {
	Chapter,
	Completion,
	Declaration,
	OptionDeclaration,
	OptionSet,
} from '../declaration/declaration.ts';

/** Completions of a shell, derived from the declarations. */

export interface OptionChoice {
	/** Example: '-o', '--output'. */
	readonly names: readonly string[];
	readonly description: string;
	readonly takesValue: boolean;
	readonly completes: Completion | undefined;
}

export interface ArgumentChoice {
	readonly completes: Completion;
	/** Operands that it completes: from this index, up to `to` or to the end. */
	readonly from: number;
	readonly to: number | undefined;
}

export interface WordChoice {
	readonly name: string;
	readonly aliases: readonly string[];
	readonly summary: string;
}

/** A command line up to its last subcommand: 'seedtop', 'seedtop playlist ls'. */
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
			.replace(/[<[].*/, '')
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

/** Returns the names of all options with a value. The next word is not a command. */
export function valueOptions(places: readonly Place[]): string[] {
	return [
		...new Set(
			places.flatMap(({ options }) =>
				options.filter((each) => each.takesValue).flatMap(({ names }) => names),
			),
		),
	];
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
		words.map(({ name, aliases }) => ({
			ways: [name, ...aliases].map((word) => `${path} ${word}`),
			path: `${path} ${name}`,
		})),
	);
}

/** How the script of a shell offers choices. */
export interface ShellDialect {
	/** Between two commands of a line. */
	readonly separator: string;
	readonly options: (place: Place) => string;
	readonly words: (place: Place) => string;
	readonly offer: (completes: Completion) => string;
}

/** Returns the branches of a script by place: its next words, values of options, options, and operands. */
export function branchesOf(places: readonly Place[], { separator, options, words, offer }: ShellDialect) {
	return {
		steps: stepsOf(places).map(
			({ ways, path }) =>
				`\t\t\t${ways.map(quoted).join('|')}) place=${quoted(path)}${separator}operands=0 ;;`,
		),
		values: places.flatMap(({ path, options: all }) =>
			all.flatMap(({ names, takesValue, completes }) =>
				takesValue && completes !== undefined
					? [`\t\t${names.map((name) => quoted(`${path} ${name}`)).join('|')}) ${offer(completes)} ;;`]
					: [],
			),
		),
		options: places.map((place) => `\t\t${quoted(place.path)}) ${options(place)} ;;`),
		operands: places.flatMap((place) => [
			...(place.words.length > 0 ? [`\t${quoted(`${place.path}:0`)}) ${words(place)} ;;`] : []),
			...place.arguments.map(({ completes, from, to }) =>
				to === undefined
					? `\t${quoted(`${place.path}:`)}*) if ((operands >= ${from})); then ${offer(completes)}; fi ;;`
					: `\t${quoted(`${place.path}:${from}`)}) ${offer(completes)} ;;`,
			),
		]),
	};
}
