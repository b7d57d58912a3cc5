/**
 * JSON with integers beyond 2^53 kept exact: they are read as bigint and written as digits. Everything else is as
 * JSON.parse and JSON.stringify have it, what they refuse too.
 */

/**
 * An integer that may be too large, where a value may stand: after ':', ',', '[' or at the beginning. 16 digits are
 * only when they begin with 9; of fractions ('2000000000000000.0', an eta in the field) there are many and none is.
 */
const mayHoldLarge = /(?:^|[:,[])\s*-?(?:[1-9]\d{16}|9\d{15})\d*(?![\d.eE])/;
/** The same anywhere, or the beginning of a string. What is followed by ':' stands for a key, which no number may. */
const quoteOrLarge = /"|(?<![\d.eE+-])-?(?:[1-9]\d{16}|9\d{15})\d*(?![\d.eE])(?!\s*:)/g;
/** Digits an exact integer may have; larger ones are what JSON.parse makes of them. Reading digits costs squares. */
const mostDigits = 1_000;
/** Characters of a mark, which stands before an integer on its way through JSON.parse or JSON.stringify. */
const markLength = 16;

/** Throws a SyntaxError on what is no JSON. */
export function parseExact(text: string): unknown {
	// Strings of digits (infohashes) and fractions do not match: nearly all texts take the quick way.
	if (!mayHoldLarge.test(text)) return JSON.parse(text);
	const mark = newMark();
	const marked = markLarge(text, mark);
	return marked === undefined ? JSON.parse(text) : unmark(JSON.parse(marked), mark);
}

/** Writes bigints as integers. `indent` as in JSON.stringify. Throws a TypeError on circles. */
export function stringifyExact(value: unknown, indent?: string): string {
	try {
		return JSON.stringify(value, undefined, indent);
	} catch (error) {
		// What JSON.stringify says of bigints; the slower way says the same of circles again.
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

/** No service can send it by accident or guess it: it is made anew each time. */
function newMark(): string {
	return Array.from({ length: markLength }, () => Math.floor(Math.random() * 36).toString(36)).join('');
}

/** The text with its large integers as marked strings; undefined when it has none, or a string without an end. */
function markLarge(text: string, mark: string): string | undefined {
	const parts: string[] = [];
	let copied = 0;
	quoteOrLarge.lastIndex = 0;
	for (let found = quoteOrLarge.exec(text); found; found = quoteOrLarge.exec(text)) {
		if (found[0] === '"') {
			const end = endOfString(text, found.index);
			if (end < 0) return undefined;
			quoteOrLarge.lastIndex = end;
		} else if (!Number.isSafeInteger(Number(found[0])) && found[0].length <= mostDigits) {
			parts.push(text.slice(copied, found.index), `"${mark}${found[0]}"`);
			copied = found.index + found[0].length;
		}
	}
	return copied === 0 ? undefined : parts.join('') + text.slice(copied);
}

/** The place behind the string that begins at `begin`; -1 when it has no end. */
function endOfString(text: string, begin: number): number {
	for (let quote = text.indexOf('"', begin + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
		let before = quote;
		while (text.charCodeAt(before - 1) === backslash) before--;
		if ((quote - before) % 2 === 0) return quote + 1;
	}
	return -1;
}

const backslash = 0x5c;

/** Puts bigints where marked strings are. Not by a reviver: it is slow, and overflows on values nested deeply. */
function unmark(value: unknown, mark: string): unknown {
	const root = { value };
	const left: object[] = [root];
	for (let at = left.pop(); at; at = left.pop()) {
		const fields = at as Record<string, unknown>;
		for (const name of Object.keys(fields)) {
			const field = Object.getOwnPropertyDescriptor(fields, name)?.value as unknown;
			if (typeof field === 'object' && field !== null) left.push(field);
			else if (typeof field === 'string' && field.startsWith(mark)) {
				const large = BigInt(field.slice(markLength));
				// Not by assignment: a field may be called '__proto__'.
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
