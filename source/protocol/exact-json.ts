import { withoutFinalZeros } from './final-zeros.ts';

/**
 * JSON with exact integers beyond 2^53. They are parsed as bigint and written as digits. Otherwise identical to
 * JSON.parse and JSON.stringify, including their errors. Fractions are exact where `ExactDecimal` is used.
 */

/**
 * Matches an integer that may be too large, at the position of a value: after ':', ',', '[' or at the beginning.
 * Integers of 16 digits are only too large if they begin with 9. Usual fractions ('2000000000000000.0', an eta in the
 * field) do not match.
 */
const mayHoldLarge = /(?:^|[:,[])\s*-?(?:[1-9]\d{16}|9\d{15})/;
/** Matches wherever that does except at the beginning. Digits that are written out, not counted, are searched in strides. */
const longDigits = /[:,[\s-]\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;
const atBeginning = /^[\s\d-]/;
/** Matches the characters of a number, or the beginning of a string. It is linear, because it never fails after a digit. */
const quoteOrNumber = /"|-?\d[\d.eE+-]*/g;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Matches after a number that is a key, which JSON does not allow. */
const beforeColon = /\s*:/y;
/** Maximum characters of a number whose digits are examined. BigInt parsing is quadratic. */
const MAX_NUMBER_LENGTH = 1_000;
/** Length of the mark before an integer that passes through JSON.parse or JSON.stringify as a string. */
const MARK_CHARACTERS = 16;

/** Matches digits that may be a fraction with more of them than a double keeps, and long exponents. */
const mayHoldLong = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;
/** Doubles keep all decimal numbers with this many digits. */
const DOUBLE_DIGITS = 15;
const SMALLEST = 1e-290;
const LARGEST = 1e290;

/** A number that no double has exactly. `stringifyExact` writes its digits; JSON.stringify throws. */
export class ExactDecimal {
	/** A JSON number. */
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}

	/** Forms contain the digits. */
	toString(): string {
		return this.text;
	}

	toJSON(): unknown {
		// JSON.stringify throws a TypeError for a bigint.
		return 0n;
	}
}

/**
 * Returns the value of a JSON number without loss: a number if possible, else a bigint or an `ExactDecimal`. A number of
 * more than 1,000 characters is an `ExactDecimal`.
 */
export function exactNumber(text: string): number | bigint | ExactDecimal {
	if (text.length > MAX_NUMBER_LENGTH) return new ExactDecimal(text);
	const value = Number(text);
	if (isInteger(text)) return Number.isSafeInteger(value) ? value : BigInt(text);
	return isLossless(text) ? value : new ExactDecimal(text);
}

const isInteger = (text: string): boolean => !/[.eE]/.test(text);

/** Whether a double keeps all digits of a fraction, and its exponent. */
function isLossless(text: string): boolean {
	const value = Number(text);
	if (String(value) === text) return true;
	const digits = text
		.replace(/[eE].*/, '')
		.replace(/\D/g, '')
		.replace(/^0+/, '');
	const count = withoutFinalZeros(digits).length;
	// Near the limits of its exponent, a double has fewer digits.
	const size = Math.abs(value);
	return count === 0 || (count <= DOUBLE_DIGITS && size > SMALLEST && size < LARGEST);
}

/** Parses JSON with exact integers. Throws a SyntaxError if it is invalid. */
export function parseExact(text: string): unknown {
	// Strings of digits (infohashes) and fractions do not match. Nearly all texts take the fast path.
	const isShort = !longDigits.test(text) && !atBeginning.test(text);
	if (isShort || !mayHoldLarge.test(text)) return JSON.parse(text);
	// JSON.parse rounds fractions and very long integers.
	return parseMarked(text, (number) => isInteger(number) && number.length <= MAX_NUMBER_LENGTH);
}

/**
 * Parses JSON as `parseExact` does. Numbers with more digits than a double become `ExactDecimal`s, except integers of
 * up to 1,000 digits.
 */
export function parseExactDecimals(text: string): unknown {
	if (!mayHoldLong.test(text)) return JSON.parse(text);
	return parseMarked(text, () => true);
}

function parseMarked(text: string, isExact: (number: string) => boolean): unknown {
	const mark = newMark();
	const marked = markLarge(text, mark, isExact);
	return marked === undefined ? JSON.parse(text) : unmark(JSON.parse(marked), mark);
}

/** Serializes bigints as integers. `indent` as in JSON.stringify. Throws a TypeError on cycles. */
export function stringifyExact(value: unknown, indent?: string): string {
	try {
		return JSON.stringify(value, undefined, indent);
	} catch (error) {
		// Thrown for bigints, exact decimals and cycles. The slow path throws again for cycles.
		if (!(error instanceof TypeError)) throw error;
	}
	const mark = newMark();
	const text = JSON.stringify(
		value,
		function (this: unknown, name, field: unknown) {
			if (typeof field !== 'bigint') return field;
			const before: unknown = Object.getOwnPropertyDescriptor(this, name)?.value;
			return mark + (before instanceof ExactDecimal ? before.text : field);
		},
		indent,
	);
	return text.replace(new RegExp(`"${mark}(-?[\\d.eE+-]+)"`, 'g'), '$1');
}

/** Returns a random mark, which no service can send by accident or guess. */
function newMark(): string {
	return Array.from({ length: MARK_CHARACTERS }, () => Math.floor(Math.random() * 36).toString(36)).join('');
}

/** Replaces inexact numbers by marked strings. Returns undefined if there are none, or if a string is unterminated. */
function markLarge(text: string, mark: string, isExact: (number: string) => boolean): string | undefined {
	const parts: string[] = [];
	let copied = 0;
	quoteOrNumber.lastIndex = 0;
	for (let found = quoteOrNumber.exec(text); found; found = quoteOrNumber.exec(text)) {
		const [number] = found;
		if (number === '"') {
			const end = endOfString(text, found.index);
			if (end < 0) return undefined;
			quoteOrNumber.lastIndex = end;
		} else if (
			isExact(number) &&
			jsonNumber.test(number) &&
			typeof exactNumber(number) !== 'number' &&
			!isKey(text, quoteOrNumber.lastIndex)
		) {
			parts.push(text.slice(copied, found.index), `"${mark}${number}"`);
			copied = found.index + number.length;
		}
	}
	return copied === 0 ? undefined : parts.join('') + text.slice(copied);
}

function isKey(text: string, end: number): boolean {
	beforeColon.lastIndex = end;
	return beforeColon.test(text);
}

/** Returns the offset after the string that begins at `begin`, or -1 if it is unterminated. */
function endOfString(text: string, begin: number): number {
	for (let quote = text.indexOf('"', begin + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
		let before = quote;
		while (text.charCodeAt(before - 1) === BACKSLASH) before--;
		if ((quote - before) % 2 === 0) return quote + 1;
	}
	return -1;
}

const BACKSLASH = 0x5c;

/** Replaces marked strings by exact numbers. A reviver would be slow and overflow on deeply nested values. */
function unmark(value: unknown, mark: string): unknown {
	const root = { value };
	const left: object[] = [root];
	for (let at = left.pop(); at; at = left.pop()) {
		const fields = at as Record<string, unknown>;
		for (const name of Object.keys(fields)) {
			const field = Object.getOwnPropertyDescriptor(fields, name)?.value as unknown;
			if (typeof field === 'object' && field !== null) left.push(field);
			else if (typeof field === 'string' && field.startsWith(mark)) {
				const large = exactNumber(field.slice(MARK_CHARACTERS));
				// Assignment would fail for a field called '__proto__'.
				Object.defineProperty(fields, name, {
					value: large,
					writable: true,
					enumerable: true,
					configurable: true,
				});
			}
		}
	}
	return root.value;
}
