/**
 * JSON with exact integers beyond 2^53. They are parsed as bigint and written as digits. Otherwise identical to
 * JSON.parse and JSON.stringify, including their errors.
 */

/**
 * Matches an integer that may be too large, at the position of a value: after ':', ',', '[' or at the beginning.
 * Integers of 16 digits are only too large if they begin with 9. Fractions ('2000000000000000.0', an eta in the
 * field) are common and never match.
 */
const mayHoldLarge = /(?:^|[:,[])\s*-?(?:[1-9]\d{16}|9\d{15})\d*(?![\d.eE])/;
/**
 * Matches such an integer anywhere, or the beginning of a string. A number before ':' would be a key, which JSON
 * does not allow.
 */
const quoteOrLarge = /"|(?<![\d.eE+-])-?(?:[1-9]\d{16}|9\d{15})\d*(?![\d.eE])(?!\s*:)/g;
/** Maximum number of digits of an exact integer. BigInt parsing is quadratic. JSON.parse reads longer ones. */
const MAX_DIGITS = 1_000;
/** Length of the mark before an integer that passes through JSON.parse or JSON.stringify as a string. */
const MARK_CHARACTERS = 16;

/** Parses JSON with exact integers. Throws a SyntaxError if it is invalid. */
export function parseExact(text: string): unknown {
	// Strings of digits (infohashes) and fractions do not match. Nearly all texts take the fast path.
	if (!mayHoldLarge.test(text)) return JSON.parse(text);
	const mark = newMark();
	const marked = markLarge(text, mark);
	return marked === undefined ? JSON.parse(text) : unmark(JSON.parse(marked), mark);
}

/** Serializes bigints as integers. `indent` as in JSON.stringify. Throws a TypeError on cycles. */
export function stringifyExact(value: unknown, indent?: string): string {
	try {
		return JSON.stringify(value, undefined, indent);
	} catch (error) {
		// Thrown for bigints and for cycles. The slow path throws again for cycles.
		if (!(error instanceof TypeError)) throw error;
	}
	const mark = newMark();
	const text = JSON.stringify(
		value,
		(_, field: unknown) => (typeof field === 'bigint' ? mark + field : field),
		indent,
	);
	return text.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/** Returns a random mark, which no service can send by accident or guess. */
function newMark(): string {
	return Array.from({ length: MARK_CHARACTERS }, () => Math.floor(Math.random() * 36).toString(36)).join('');
}

/** Replaces large integers by marked strings. Returns undefined if there are none, or if a string is unterminated. */
function markLarge(text: string, mark: string): string | undefined {
	const parts: string[] = [];
	let copied = 0;
	quoteOrLarge.lastIndex = 0;
	for (let found = quoteOrLarge.exec(text); found; found = quoteOrLarge.exec(text)) {
		if (found[0] === '"') {
			const end = endOfString(text, found.index);
			if (end < 0) return undefined;
			quoteOrLarge.lastIndex = end;
		} else if (!Number.isSafeInteger(Number(found[0])) && found[0].length <= MAX_DIGITS) {
			parts.push(text.slice(copied, found.index), `"${mark}${found[0]}"`);
			copied = found.index + found[0].length;
		}
	}
	return copied === 0 ? undefined : parts.join('') + text.slice(copied);
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

/** Replaces marked strings by bigints. A reviver would be slow and overflow on deeply nested values. */
function unmark(value: unknown, mark: string): unknown {
	const root = { value };
	const left: object[] = [root];
	for (let at = left.pop(); at; at = left.pop()) {
		const fields = at as Record<string, unknown>;
		for (const name of Object.keys(fields)) {
			const field = Object.getOwnPropertyDescriptor(fields, name)?.value as unknown;
			if (typeof field === 'object' && field !== null) left.push(field);
			else if (typeof field === 'string' && field.startsWith(mark)) {
				const large = BigInt(field.slice(MARK_CHARACTERS));
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
