import type { EndpointName } from '../../protocol/endpoints/table.ts';

/**
 * A command as data. The parser, the help, the shell completion and docs/commands.md are derived from it.
 */

/** Raw value of an option or argument, before the declaration reads it. */
export type Raw = string | boolean | readonly string[] | undefined;

/** Possible values for completion: one of these words, or what its kind says. */
export type Completion = readonly string[] | 'file' | 'folder' | 'download' | 'event' | 'path';

export interface OptionDeclaration<Value = unknown> {
	/** As help shows them: '-o, --output <file>', '--no-header'. */
	readonly flags: string;
	readonly description: string;
	/** The heading below which help lists it. */
	readonly group?: string;
	readonly completes?: Completion;
	/** May be given several times: then it is read as a list. */
	readonly repeats?: boolean;
	/** The environment's variable that stands for it. */
	readonly env?: string;
	/** Turns what was given into its value. Throws a CommandFailure of usage. */
	readonly read: (raw: Raw) => Value;
}

export interface ArgumentDeclaration<Value = unknown> {
	/** As help shows it: 'download', 'source'. */
	readonly name: string;
	readonly description: string;
	readonly required: boolean;
	/** All that follow too; only of the last one. */
	readonly many: boolean;
	readonly completes?: Completion;
	readonly read: (raw: Raw) => Value;
}

export type OptionSet = Readonly<Record<string, OptionDeclaration>>;
/** In the order of the command line. */
export type ArgumentSet = Readonly<Record<string, ArgumentDeclaration>>;

/** Input of a command: the value of each option and argument under its name in the declaration. */
export type InputOf<Options extends OptionSet, Arguments extends ArgumentSet> = {
	readonly [Name in keyof Options]: ReturnType<Options[Name]['read']>;
} & { readonly [Name in keyof Arguments]: ReturnType<Arguments[Name]['read']> };

/** The command line, taken apart. */
export interface RawInput {
	/** By attribute: --api-key is 'apiKey'; --no-header is 'header', with the value false. */
	readonly options: ReadonlyMap<string, Raw>;
	readonly arguments: readonly Raw[];
	/** The help of the command, for those that show it themselves. */
	readonly help: () => Promise<string>;
}

/** The exit code; nothing for 0. */
// biome-ignore lint/suspicious/noConfusingVoidType: a command that has nothing to say of its end just returns.
export type Outcome = Promise<number | void>;

/** Parts of a declaration that every command has. */
export interface Introduction {
	readonly name: string;
	readonly aliases?: readonly string[];
	/** One line without a full stop, for lists of commands. */
	readonly summary: string;
	/** Sentences, for its own help; the summary when left out. */
	readonly description?: string;
	/** The endpoints without which it does nothing; help says when seedtop's own service has none of them. */
	readonly endpoints?: readonly EndpointName[];
	/** Command lines with what they do. */
	readonly examples?: readonly (readonly [line: string, what: string])[];
	/** Not in lists: for programs. */
	readonly hidden?: boolean;
	/** It answers --help itself. */
	readonly ownHelp?: boolean;
}

export interface Declaration extends Introduction {
	readonly options: OptionSet;
	readonly arguments: ArgumentSet;
	/** Its verbs, where it is a group of commands. */
	readonly verbs: readonly Declaration[];
	/** Headings for its verbs in the help. */
	readonly chapters?: readonly Chapter[];
	/** The last section of its help. */
	readonly footer?: string;
	/** Output of --version, for the program itself. */
	readonly version?: string;
	readonly invoke?: (raw: RawInput) => Outcome;
}

/** A heading of a list of commands, and the commands below it. */
export interface Chapter {
	readonly title: string;
	readonly commands: readonly Declaration[];
}

/** The name and the aliases of a command. */
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

/** Declares a command that has only verbs; `options` may stand before the verb. */
export function group(
	introduction: Introduction & { readonly options: OptionSet; readonly verbs: readonly Declaration[] },
): Declaration {
	return { ...introduction, arguments: {} };
}

/** Reads what was given by what is declared. */
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
	// Each name has the value that its own declaration read: that is what the mapped type says.
	return Object.fromEntries(given) as InputOf<Options, Arguments>;
}

/** The long form: '--output' of '-o, --output <file>'. */
export function longFlag(flags: string): string {
	return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/** The key of an option in `RawInput.options`: 'apiKey' of '--api-key <key>', 'header' of '--no-header'. */
export function attributeOf(flags: string): string {
	const name = longFlag(flags).replace(/^--(no-)?/, '');
	return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether the option is followed by a value. */
export function takesValue({ flags }: OptionDeclaration): boolean {
	return flags.includes('<');
}

/** The short form: '-o' of '-o, --output <file>'. */
export function shortFlag({ flags }: OptionDeclaration): string | undefined {
	return /^-\w(?=,)/.exec(flags)?.[0];
}

/** The flag of an attribute with a value: '--api-key', '--no-header', '-x'. */
export function nameOf(attribute: string, value: unknown): string {
	if (attribute.length === 1) return `-${attribute}`;
	const name = attribute.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
	return value === false || (Array.isArray(value) && value.includes(false)) ? `--no-${name}` : `--${name}`;
}
