import { usage } from '../output/failure.ts';
import { type Completion, longFlag, type OptionDeclaration, type Raw } from './declaration.ts';

/** The kinds of options. Each is named once, here; what is declared with them has the right type by itself. */

interface Extras {
	readonly group?: string;
	readonly completes?: Completion;
	readonly env?: string;
}

/** On or off. With '--no-…' it is on until that is given. */
export function flag(flags: string, description: string, extras: Extras = {}): OptionDeclaration<boolean> {
	const negative = longFlag(flags).startsWith('--no-');
	return { ...extras, flags, description, read: (raw) => (negative ? raw !== false : raw === true) };
}

/** One of a pair, '--x' and '--no-x': true or false as the last of them says, undefined when neither is given. */
export function either(
	flags: string,
	description: string,
	extras: Extras = {},
): OptionDeclaration<boolean | undefined> {
	return { ...extras, flags, description, read: (raw) => (typeof raw === 'boolean' ? raw : undefined) };
}

export function text(
	flags: string,
	description: string,
	extras: Extras = {},
): OptionDeclaration<string | undefined> {
	return { ...extras, flags, description, read: textOf };
}

export function integer(
	flags: string,
	description: string,
	{ minimum = 0, maximum = Number.MAX_SAFE_INTEGER, ...extras }: Extras & Limits = {},
): OptionDeclaration<number | undefined> {
	return {
		...extras,
		flags,
		description,
		read: (raw) => {
			const given = textOf(raw);
			return given === undefined ? undefined : readInteger(longFlag(flags), given, minimum, maximum);
		},
	};
}

/** Seconds that a timer can wait: some 24 days. Beyond that it would end at once. */
const mostSeconds = 2_000_000;

/** Seconds, perhaps with a fraction, above 0. */
export function amount(
	flags: string,
	description: string,
	extras: Extras = {},
): OptionDeclaration<number | undefined> {
	return {
		...extras,
		flags,
		description,
		read: (raw) => {
			const given = textOf(raw);
			return given === undefined ? undefined : readAmount(longFlag(flags), given);
		},
	};
}

/** One of some words. */
export function choice<const Word extends string>(
	flags: string,
	words: readonly Word[],
	description: string,
	extras: Extras = {},
): OptionDeclaration<Word | undefined> {
	return {
		...extras,
		flags,
		description: `${description}: ${words.join(', ')}`,
		completes: words,
		read: (raw) => {
			const given = textOf(raw);
			if (given === undefined) return undefined;
			const word = words.find((each) => each.toLowerCase() === given.toLowerCase());
			if (word === undefined)
				throw usage(`${longFlag(flags)} is one of ${words.join(', ')}, not '${given}'.`);
			return word;
		},
	};
}

/** Several values: the option may be repeated, and each may be a list with commas. */
export function list(
	flags: string,
	description: string,
	extras: Extras = {},
): OptionDeclaration<readonly string[]> {
	return {
		...extras,
		flags,
		description,
		repeats: true,
		read: (raw) => listOf(raw).flatMap(itemsOf),
	};
}

/** Several values that may hold commas themselves: the option is repeated. */
export function repeated(
	flags: string,
	description: string,
	extras: Extras = {},
): OptionDeclaration<readonly string[]> {
	return { ...extras, flags, description, repeats: true, read: listOf };
}

interface Limits {
	readonly minimum?: number;
	readonly maximum?: number;
}

export function readInteger(what: string, given: string, minimum: number, maximum: number): number {
	const number = Number(given);
	if (!/^-?\d+$/.test(given) || number < minimum || number > maximum) {
		const upTo = maximum === Number.MAX_SAFE_INTEGER ? 'or more' : `to ${maximum}`;
		throw usage(`${what} is a whole number, ${minimum} ${upTo}, not '${given}'.`);
	}
	return number;
}

export function readAmount(what: string, given: string): number {
	const number = Number(given);
	if (given.trim() === '' || !Number.isFinite(number) || number <= 0 || number > mostSeconds) {
		throw usage(`${what} is a number above 0, ${mostSeconds} at most, not '${given}'.`);
	}
	return number;
}

function textOf(raw: Raw): string | undefined {
	return typeof raw === 'string' ? raw : undefined;
}

/** 'a, b' is written as often as 'a,b'. */
function itemsOf(given: string): string[] {
	return given
		.split(',')
		.map((item) => item.trim())
		.filter((item) => item !== '');
}

function listOf(raw: Raw): readonly string[] {
	if (typeof raw === 'string') return [raw];
	return typeof raw === 'object' ? raw : [];
}
