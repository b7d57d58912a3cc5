import { isDecimalText, MAX_AMOUNT_DIGITS, readExactAmount } from './exact-amount.ts';
import { ExactDecimal } from './exact-json.ts';

/** Decoders of single values, with the accepted forms of text, numbers and booleans. */

/** Path of a value. Undefined during the first pass, because building paths is the most expensive part. */
export type Path = string | undefined;
type Report = (path: Path, problem: string) => void;
/** Decodes a value. Returns undefined and reports if it is unusable: it is then unknown, not 0. */
export type Decoder = (value: unknown, path: Path, report: Report) => unknown;

export const valueText = {
	expected: (what: string, value: string) => `must be ${what}, not ${value}`,
	tooSmall: (minimum: number, value: number) => `must be ${minimum} or more, not ${value}`,
	tooLarge: (maximum: number, value: number) => `must be ${maximum} or less, not ${value}`,
	empty: 'must not be empty',
	tooManyDigits: `must have at most ${MAX_AMOUNT_DIGITS} digits before and after the decimal point`,
} as const;

export function numeric(
	limits: { readonly minimum?: number; readonly maximum?: number },
	isInteger: boolean,
): Decoder {
	return (value, path, report) => {
		const number =
			value instanceof ExactDecimal
				? Number(value.text)
				: typeof value === 'bigint' || (typeof value === 'string' && value.trim() !== '')
					? Number(value)
					: value;
		if (typeof number !== 'number' || !Number.isFinite(number)) {
			report(path, expectation(isInteger ? 'an integer' : 'a number', value));
			return undefined;
		}
		if (isInteger && !Number.isInteger(number)) {
			report(path, expectation('an integer', value));
			return Math.trunc(number);
		}
		if (limits.minimum !== undefined && number < limits.minimum) {
			report(path, valueText.tooSmall(limits.minimum, number));
		}
		if (limits.maximum !== undefined && number > limits.maximum) {
			report(path, valueText.tooLarge(limits.maximum, number));
		}
		return number;
	};
}

/** Decodes an integer of any size as a bigint. */
export const bigInteger: Decoder = (value, path, report) => {
	if (typeof value === 'bigint') return value;
	if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
	if (typeof value === 'string' && /^-?\d{1,40}$/.test(value)) return BigInt(value);
	report(path, expectation('an integer', value));
	return undefined;
};

/** Decodes an amount without loss. */
export const exactAmountValue: Decoder = (value, path, report) => {
	const amount = readExactAmount(value);
	if (amount) return amount;
	const text = value instanceof ExactDecimal ? value.text : value;
	const isNumber = typeof value === 'bigint' || (typeof text === 'string' && isDecimalText(text.trim()));
	report(path, isNumber ? valueText.tooManyDigits : expectation('a number', value));
	return undefined;
};

const booleanTexts: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
	[true, true],
	[1, true],
	['1', true],
	['true', true],
	['True', true],
	[false, false],
	[0, false],
	['0', false],
	['false', false],
	['False', false],
]);

export const boolean: Decoder = (value, path, report) => {
	const truth = booleanTexts.get(value);
	if (truth === undefined) report(path, expectation('a boolean', value));
	return truth;
};

export function string(limits: { readonly minLength?: number }): Decoder {
	return (value, path, report) => {
		if (typeof value === 'string') {
			if (value.length < (limits.minLength ?? 0)) report(path, valueText.empty);
			return value;
		}
		report(path, expectation('text', value));
		return ['number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : undefined;
	};
}

export const nullValue: Decoder = (value, path, report) => {
	if (value === null) return null;
	report(path, expectation('null', value));
	return undefined;
};

export function enumerated(choices: readonly unknown[]): Decoder {
	return (value, path, report) => {
		if (choices.includes(value)) return value;
		report(path, expectation(`${choices.length > 1 ? 'one of ' : ''}${choices.join(', ')}`, value));
		return undefined;
	};
}

export function expectation(what: string, value: unknown): string {
	return valueText.expected(what, describeValue(value));
}

/** Number of characters of a value quoted in a message. */
const MAX_QUOTED_CHARACTERS = 60;

/** Returns a short rendering of a value for an error message: one line without control characters. */
function describeValue(value: unknown): string {
	if (value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	if (value instanceof ExactDecimal) return value.text.slice(0, MAX_QUOTED_CHARACTERS);
	if (typeof value === 'object' && value !== null) return 'an object';
	const text =
		typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_QUOTED_CHARACTERS)) : String(value);
	const short =
		typeof value === 'string' && value.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, -1)}…"` : text;
	return short.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escaped);
}

function escaped(character: string): string {
	return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
