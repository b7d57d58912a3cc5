/**
 * JSON with integers beyond 2^53 kept exact: they are read as bigint and written as digits. Everything else is as
 * JSON.parse and JSON.stringify have it.
 */

/** Such an integer can only stand where a value may: after ':', ',', '[' or at the beginning. */
const mayHoldLarge = /(?:^|[:,[])\s*-?\d{16}/;
/** Strings, to step over them; and integers of so many digits that they may be too large. */
const stringOrLarge = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
/** Marks an integer on its way through JSON.parse. No service can send it by accident: it is made anew each time. */
const markLength = 16;

/** Throws a SyntaxError on what is no JSON. */
export function parseExact(text: string): unknown {
	// Strings of digits (infohashes) and fractions do not match: nearly all texts take the quick way.
	if (!mayHoldLarge.test(text)) return JSON.parse(text);
	const mark = Array.from({ length: markLength }, () => Math.floor(Math.random() * 36).toString(36)).join('');
	const marked = text.replace(stringOrLarge, (found) =>
		found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${mark}${found}"`,
	);
	return JSON.parse(marked, (_, value: unknown) =>
		typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(markLength)) : value,
	);
}

/** Writes bigints as integers. `indent` as in JSON.stringify. */
export function stringifyExact(value: unknown, indent?: string): string {
	const mark = Array.from({ length: markLength }, () => Math.floor(Math.random() * 36).toString(36)).join('');
	let large = false;
	const text = JSON.stringify(
		value,
		(_, field: unknown) => {
			if (typeof field !== 'bigint') return field;
			large = true;
			return `${mark}${field}`;
		},
		indent,
	);
	return large ? text.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1') : text;
}
