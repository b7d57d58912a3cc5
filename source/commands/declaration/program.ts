import { optionsOf } from './builtin-options.ts';
import {
	attributeOf,
	type Declaration,
	nameOf,
	namesOf,
	type Raw,
	type RawInput,
	takesValue,
} from './declaration.ts';
import { exitCodes, usage } from './failure.ts';
import { parseWords } from './parse-words.ts';
import { findVerb, unknownOption, unknownVerb } from './unknown-command.ts';

/** Failures of a command line. `path` is the command line up to the command's name. */
export const programText = {
	noOption: (path: string, option: string) => `'${path}' has no option ${option}.`,
	missing: (name: string, path: string) => `missing required argument '${name}' (see '${path} --help')`,
	tooMany: (name: string, expected: number, given: number, path: string) =>
		`too many arguments for '${name}'. Expected ${expected} argument${expected === 1 ? '' : 's'} but got ${given} (see '${path} --help')`,
};

/** A command of the command line, with the options after its name. */
interface Level {
	readonly declaration: Declaration;
	/** The command line up to its name: 'seedtop playlist'. */
	readonly path: string;
	readonly options: ReadonlyMap<string, Raw>;
}

/** Runs the command that the words name. Returns its exit code. Throws a failure of usage if the words are wrong. */
export async function runProgram(program: Declaration, words: readonly string[]): Promise<number> {
	const levels: Level[] = [];
	let declaration = program;
	let path = program.name;
	let left = words;
	for (;;) {
		const verbs = declaration.verbs.flatMap(namesOf);
		const { options, unknown, verb, rest } = parseWords(left, optionsOf(declaration), verbs, path);
		if (declaration.version !== undefined && options.has('version')) return print(`${declaration.version}\n`);
		if (!declaration.ownHelp && options.has('help')) return print(await helpOf(path, declaration));
		if (unknown !== undefined) throw unknownOption(unknown, path, declaration);
		levels.push({ declaration, path, options });
		if (verb === undefined) return run(levels, rest);
		if (declaration === program && verb === 'help') return print(await helpFor(program, rest.slice(1)));
		declaration = findVerb(declaration, verb) ?? unknownVerb(declaration, verb, path);
		path += ` ${declaration.name}`;
		left = rest;
	}
}

/** Runs a program without a command. `options`: those of the command line. */
export function runAlone(program: Declaration, options: ReadonlyMap<string, Raw>): Promise<number> {
	return run([{ declaration: program, path: program.name, options }], []);
}

/** Runs the last command of a command line. */
async function run(levels: readonly Level[], words: readonly string[]): Promise<number> {
	const last = levels.at(-1);
	if (!last) throw new Error('A command line has at least the program.');
	const { declaration, path } = last;
	const help = () => helpOf(path, declaration);
	if (!declaration.invoke) {
		process.stderr.write(await help());
		return exitCodes.usage;
	}
	const input: RawInput = {
		options: givenOptions(levels, last),
		arguments: givenArguments(words, declaration, path),
		help,
	};
	return (await declaration.invoke(input)) ?? exitCodes.done;
}

/**
 * Returns the options for the last command, including those before its name. The nearest one has priority, then the
 * environment variable.
 */
function givenOptions(levels: readonly Level[], last: Level): ReadonlyMap<string, Raw> {
	const declared = Object.values(last.declaration.options);
	const known = new Set(declared.map(({ flags }) => attributeOf(flags)));
	const given = new Map<string, Raw>();
	for (const { options } of [...levels].reverse()) {
		for (const [attribute, raw] of options) {
			if (!known.has(attribute)) throw usage(programText.noOption(last.path, nameOf(attribute, raw)));
			if (!given.has(attribute)) given.set(attribute, raw);
		}
	}
	for (const option of declared) {
		const { flags, env, repeats } = option;
		const value = env === undefined ? undefined : process.env[env];
		const attribute = attributeOf(flags);
		// An empty variable counts as not set.
		if (value === undefined || value === '' || given.has(attribute)) continue;
		if (!takesValue(option)) given.set(attribute, !flags.includes('--no-'));
		else given.set(attribute, repeats ? [value] : value);
	}
	return given;
}

/** Returns the arguments in the order of their declarations. */
function givenArguments(words: readonly string[], declaration: Declaration, path: string): readonly Raw[] {
	const declared = Object.values(declaration.arguments);
	// Arguments after one of many words get the last words.
	const manyAt = declared.findIndex(({ many }) => many);
	const after = manyAt < 0 ? 0 : declared.length - manyAt - 1;
	const positionOf = (index: number) =>
		manyAt >= 0 && index > manyAt ? Math.max(manyAt, words.length - after) + index - manyAt - 1 : index;
	const missing = declared.find(({ required }, index) => required && words[positionOf(index)] === undefined);
	if (missing) throw usage(programText.missing(missing.name, path));
	if (words.length > declared.length && manyAt < 0) {
		throw usage(programText.tooMany(declaration.name, declared.length, words.length, path));
	}
	return declared.map(({ many }, index) =>
		many ? words.slice(index, Math.max(index, words.length - after)) : words[positionOf(index)],
	);
}

/** Returns the help for the words after 'seedtop help': that of 'seedtop playlist ls --help'. */
async function helpFor(program: Declaration, words: readonly string[]): Promise<string> {
	let declaration = program;
	let path = program.name;
	for (const word of words) {
		declaration = findVerb(declaration, word) ?? unknownVerb(declaration, word, path);
		path += ` ${declaration.name}`;
	}
	return helpOf(path, declaration);
}

/** Only help loads the code that formats it. */
async function helpOf(path: string, declaration: Declaration): Promise<string> {
	return (await import('./help-text.ts')).helpText(path, declaration);
}

function print(text: string): number {
	process.stdout.write(text);
	return exitCodes.done;
}
