import meow from 'meow';
import {
	attributeOf,
	longFlag,
	nameOf,
	type OptionDeclaration,
	type Raw,
	shortFlag,
	takesValue,
} from './declaration.ts';
import { usage } from './failure.ts';

/** Words of a command line, parsed by the options of one command. */
interface ParsedWords {
	/** Given options by attribute. */
	readonly options: ReadonlyMap<string, Raw>;
	/** The first flag that the command does not have. */
	readonly unknown: string | undefined;
	/** First word that is no option, if the command has verbs. */
	readonly verb: string | undefined;
	/** Words after the verb, or the arguments of a command without verbs. */
	readonly rest: readonly string[];
}

/**
 * Parses words by the options of one command. Parsing stops at the verb if `verbs` are given. Throws a failure of usage
 * if an option has no value.
 */
export function parseWords(
	words: readonly string[],
	options: readonly OptionDeclaration[],
	verbs: readonly string[],
	/** Command line up to its name: 'seedtop playlist'. */
	path: string,
): ParsedWords {
	const { ready, verb } = quoteValues(words, options, verbs.length > 0, path);
	const { flags, input } = meow({
		importMeta: import.meta,
		// meow sets the title of the process from this. It must not contain the API key.
		pkg: { name: path },
		argv: ready,
		flags: Object.fromEntries(
			named(options, ready).map((option) => [attributeOf(option.flags), flagOf(option)]),
		),
		booleanDefault: undefined,
		help: false,
		description: false,
		autoHelp: false,
		autoVersion: false,
		// meow ends the process if the verb is none of these.
		...(verb !== undefined && verbs.includes(verb) ? { commands: [...verbs] } : {}),
	});
	const parsed = new Map<string, Raw>();
	let unknown: string | undefined;
	for (const [attribute, value] of Object.entries(flags)) {
		if (isAbsent(value)) continue;
		const raw = rawOf(
			value,
			options.filter(({ flags }) => attributeOf(flags) === attribute),
		);
		if (raw === undefined) unknown ??= words.find(isOptionOf(attribute)) ?? nameOf(attribute, value);
		else parsed.set(attribute, raw);
	}
	return { options: parsed, unknown, verb, rest: input };
}

const isOptionOf = (attribute: string) => (word: string) =>
	/^--[^=]/.test(word) && attributeOf(word.replace(/=[\s\S]*$/, '')) === attribute;

/** Returns the options that words may name. Declaring the other ones takes meow 2 ms. */
function named(
	options: readonly OptionDeclaration[],
	words: readonly string[],
): readonly OptionDeclaration[] {
	const hasShort = words.some((word) => /^-\w/.test(word));
	return options.filter(
		(option) =>
			words.some(isOptionOf(attributeOf(option.flags))) || (hasShort && shortFlag(option) !== undefined),
	);
}

/** Declares every value as a list. Otherwise meow refuses a repeated option, of which the last one counts here. */
function flagOf(option: OptionDeclaration) {
	const short = shortFlag(option)?.slice(1);
	return {
		...(takesValue(option) ? { type: 'string' as const, isMultiple: true } : { type: 'boolean' as const }),
		...(short === undefined ? {} : { shortFlag: short }),
	};
}

/**
 * Writes each option as '--name="value"' or '--name=true'. Without it, meow takes no value that starts with '-' and
 * ignores an option without its value. It also takes the argument 'true' for the value of a switch. It drops one pair
 * of quotes after '='.
 */
function quoteValues(
	words: readonly string[],
	options: readonly OptionDeclaration[],
	stopsAtVerb: boolean,
	path: string,
): { readonly ready: string[]; readonly verb: string | undefined } {
	const withValue = new Map(
		options
			.filter(takesValue)
			.flatMap((option) => [longFlag(option.flags), shortFlag(option)].map((name) => [name, option])),
	);
	const switches = new Set(
		options
			.filter((option) => !takesValue(option) && !longFlag(option.flags).startsWith('--no-'))
			.flatMap((option) => [longFlag(option.flags), shortFlag(option)]),
	);
	const ready: string[] = [];
	const left = [...words];
	for (let word = left.shift(); word !== undefined; word = left.shift()) {
		if (word === '--' || (stopsAtVerb && !/^-./.test(word))) {
			if (word !== '--') left.unshift(word);
			// With '--', meow does not take the verb for the value of an unknown option.
			return { ready: [...ready, '--', ...left], verb: stopsAtVerb ? left[0] : undefined };
		}
		const [, name = word, joined] = /^(--[^=]+)=([\s\S]*)$/.exec(word) ?? /^(-\w)([\s\S]+)$/.exec(word) ?? [];
		const option = withValue.get(name);
		if (option) {
			const value = joined ?? left.shift();
			if (value === undefined)
				throw usage(`option '${option.flags}' argument missing (see '${path} --help')`);
			ready.push(`${longFlag(option.flags)}="${value}"`);
		} else if (joined !== undefined && /^-\w$/.test(name) && switches.has(name)) {
			// '-fn 5' is '-f -n 5'.
			ready.push(`${name}=true`);
			left.unshift(`-${joined}`);
		} else ready.push(switches.has(word) ? `${word}=true` : word);
	}
	return { ready, verb: undefined };
}

/** Whether this is what meow returns for an option that is not given. */
function isAbsent(value: unknown): boolean {
	return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Returns the value for declarations of one attribute; undefined if none of them allows it. */
function rawOf(value: unknown, declared: readonly OptionDeclaration[]): Raw {
	if (Array.isArray(value)) {
		const texts = value.filter((each) => typeof each === 'string');
		const [option] = declared.filter(takesValue);
		if (option && texts.length === value.length) return option.repeats ? texts : texts.at(-1);
	} else if (typeof value === 'boolean') {
		const isDeclared = declared.some((option) => longFlag(option.flags).startsWith('--no-') !== value);
		if (isDeclared && !declared.some(takesValue)) return value;
	}
	return undefined;
}
