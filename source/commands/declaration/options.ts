import { longFlag, type OptionDeclaration, type Raw } from './declaration.ts';
import { usage } from './failure.ts';

/** Declarations of options by kind. The type of the value is inferred. */

type Extras = Pick<OptionDeclaration, 'group' | 'completes' | 'env'>;

/** Declares a switch. A '--no-…' switch is on by default. */
export function flag(flags: string, description: string, extras: Extras = {}): OptionDeclaration<boolean> {
	const negative = longFlag(flags).startsWith('--no-');
	return { ...extras, flags, description, read: (raw) => (negative ? raw !== false : raw === true) };
}

/** Declares one of the pair '--x' and '--no-x'. The last one counts; undefined without either. */
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
	return { ...extras, flags, description, read: parsed((given) => given) };
}

export function integer(
	flags: string,
	description: string,
	{ minimum = 0, maximum = Number.MAX_SAFE_INTEGER, ...extras }: Extras & Limits = {},
): OptionDeclaration<number | undefined> {
	const read = parsed((given) => readInteger(longFlag(flags), given, minimum, maximum));
	return { ...extras, flags, description, read };
}

/** Maximum of a timer, about 23 days. A longer one would end at once. */
const MAX_SECONDS = 2_000_000;

/** Declares an option in seconds, above 0, with an optional fraction. */
export function amount(
	flags: string,
	description: string,
	extras: Extras = {},
): OptionDeclaration<number | undefined> {
	return { ...extras, flags, description, read: parsed((given) => readAmount(longFlag(flags), given)) };
}

/** Declares an option with one of some words. */
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
		read: parsed((given) => {
			const word = words.find((each) => each.toLowerCase() === given.toLowerCase());
			if (word === undefined)
				throw usage(`${longFlag(flags)} is one of ${words.join(', ')}, not '${given}'.`);
			return word;
		}),
	};
}

/** Declares an option with several values. It may be repeated, and each value may be a list with commas. */
export function list(
	flags: string,
	description: string,
	extras: Extras = {},
): OptionDeclaration<readonly string[]> {
	return { ...extras, flags, description, repeats: true, read: (raw) => listOf(raw).flatMap(itemsOf) };
}

/** Declares a repeated option whose values may contain commas. */
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

function readAmount(what: string, given: string): number {
	const number = Number(given);
	if (given.trim() === '' || !Number.isFinite(number) || number <= 0 || number > MAX_SECONDS) {
		throw usage(`${what} is a number above 0, ${MAX_SECONDS} at most, not '${given}'.`);
	}
	return number;
}

/** Returns a function that reads the text of an option. The parser throws a failure of usage. */
export function parsed<Value>(parse: (given: string) => Value): (raw: Raw) => Value | undefined {
	return (raw) => (typeof raw === 'string' ? parse(raw) : undefined);
}

/** Splits at commas with or without a space. */
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
