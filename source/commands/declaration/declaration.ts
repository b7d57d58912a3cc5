import type { EndpointName } from '../../protocol/endpoints/table.ts';

/** A command as data. Parser, help, shell completion and docs/commands.md are derived from it. */

/** Raw value of an option or argument, before the declaration reads it. */
export type Raw = string | boolean | readonly string[] | undefined;

/** Values for completion: these words, or values of a kind. */
export type Completion =
	| readonly string[]
	| 'file'
	| 'folder'
	| 'context'
	| 'download'
	| 'filter'
	// A download, or a condition of a filter.
	| 'match'
	// A path, and a download otherwise.
	| 'download or folder'
	| 'channel'
	| 'feed'
	| 'event'
	| 'path';

export interface OptionDeclaration<Value = unknown> {
	/** Flags as displayed in help: '-o, --output <file>', '--no-header'. */
	readonly flags: string;
	readonly description: string;
	/** Its heading in help. */
	readonly group?: string;
	readonly completes?: Completion;
	/** Whether it may be repeated. Its value is then a list. */
	readonly repeats?: boolean;
	/** Environment variable with the same effect. */
	readonly env?: string;
	/** Parses the raw value. Throws a CommandFailure of usage. */
	readonly read: (raw: Raw) => Value;
}

export interface ArgumentDeclaration<Value = unknown> {
	/** Name as displayed in help: 'download', 'source'. */
	readonly name: string;
	readonly description: string;
	readonly required: boolean;
	/** Whether it takes all remaining words. Only for the last argument. */
	readonly many: boolean;
	readonly completes?: Completion;
	readonly read: (raw: Raw) => Value;
}

export type OptionSet = Readonly<Record<string, OptionDeclaration>>;
/** Arguments in the order of the command line. */
export type ArgumentSet = Readonly<Record<string, ArgumentDeclaration>>;

/** Input of a command: the value of each option and argument under its name in the declaration. */
export type InputOf<Options extends OptionSet, Arguments extends ArgumentSet> = {
	readonly [Name in keyof Options]: ReturnType<Options[Name]['read']>;
} & { readonly [Name in keyof Arguments]: ReturnType<Arguments[Name]['read']> };

/** A parsed command line. */
export interface RawInput {
	/** Values by attribute. --api-key is 'apiKey'. --no-header is 'header' with the value false. */
	readonly options: ReadonlyMap<string, Raw>;
	readonly arguments: readonly Raw[];
	/** Returns the help of the command, for commands with `ownHelp`. */
	readonly help: () => Promise<string>;
}

/** Exit code; nothing for 0. */
// biome-ignore lint/suspicious/noConfusingVoidType: a command without an exit code returns nothing.
export type Outcome = Promise<number | void>;

/** Parts of a declaration that every command has. */
export interface Introduction {
	readonly name: string;
	readonly aliases?: readonly string[];
	/** One line without a full stop, for lists of commands. */
	readonly summary: string;
	/** Sentences for its own help. Default: the summary. */
	readonly description?: string;
	/** Required endpoints. Help has a note if seedtop's own service has none of them. */
	readonly endpoints?: readonly EndpointName[];
	/** Command lines with their effects. */
	readonly examples?: readonly (readonly [line: string, what: string])[];
	/** Whether lists omit it. For programs. */
	readonly hidden?: boolean;
	/** Whether it handles --help itself. */
	readonly ownHelp?: boolean;
}

export interface Declaration extends Introduction {
	readonly options: OptionSet;
	readonly arguments: ArgumentSet;
	/** Its verbs, if it is a group of commands. */
	readonly verbs: readonly Declaration[];
	/** Its verbs in help, by heading. */
	readonly chapters?: readonly Chapter[];
	/** Last section of its help. */
	readonly footer?: string;
	/** Output of --version, for the program itself. */
	readonly version?: string;
	readonly invoke?: (raw: RawInput) => Outcome;
}

/** Commands below a heading. */
export interface Chapter {
	readonly title: string;
	readonly commands: readonly Declaration[];
}

/** Returns the name and the aliases of a command. */
export function namesOf({ name, aliases = [] }: Declaration): readonly string[] {
	return [name, ...aliases];
}

/** Declares a command that runs by itself. */
export function command<
	const Options extends OptionSet = Record<never, never>,
	const Arguments extends ArgumentSet = Record<never, never>,
>(
	declaration: Introduction & {
		readonly options?: Options;
		readonly arguments?: Arguments;
		readonly run: (input: InputOf<Options, Arguments>, raw: RawInput) => Outcome;
	},
): Declaration {
	const { run, ...introduction } = declaration;
	return {
		...introduction,
		options: declaration.options ?? {},
		arguments: declaration.arguments ?? {},
		verbs: [],
		invoke: async (raw) => run(readInput(declaration.options, declaration.arguments, raw), raw),
	};
}

/** Declares a command that has only verbs. Its options may precede the verb. */
export function group(
	introduction: Introduction & { readonly options: OptionSet; readonly verbs: readonly Declaration[] },
): Declaration {
	return { ...introduction, arguments: {} };
}

/** Parses the raw values by their declarations. */
export function readInput<Options extends OptionSet, Arguments extends ArgumentSet>(
	options: Options | undefined,
	parameters: Arguments | undefined,
	raw: RawInput,
): InputOf<Options, Arguments> {
	const given = [
		...Object.entries(options ?? {}).map(([name, option]) => [
			name,
			option.read(raw.options.get(attributeOf(option.flags))),
		]),
		...Object.entries(parameters ?? {}).map(([name, { read }], index) => [name, read(raw.arguments[index])]),
	];
	// Each value was read by the declaration of its name, as in the mapped type.
	return Object.fromEntries(given) as InputOf<Options, Arguments>;
}

/** Returns the long form: '--output' of '-o, --output <file>'. */
export function longFlag(flags: string): string {
	return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/** Returns the key of an option in `RawInput.options`: 'apiKey' of '--api-key <key>', 'header' of '--no-header'. */
export function attributeOf(flags: string): string {
	const name = longFlag(flags).replace(/^--(no-)?/, '');
	return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function takesValue({ flags }: OptionDeclaration): boolean {
	return flags.includes('<');
}

/** Returns the short form: '-o' of '-o, --output <file>'. */
export function shortFlag({ flags }: OptionDeclaration): string | undefined {
	return /^-\w(?=,)/.exec(flags)?.[0];
}

/** Returns the flag of an attribute with a value: '--api-key', '--no-header', '-x'. */
export function nameOf(attribute: string, value: unknown): string {
	if (attribute.length === 1) return `-${attribute}`;
	const name = attribute.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
	return value === false || (Array.isArray(value) && value.includes(false)) ? `--no-${name}` : `--${name}`;
}
