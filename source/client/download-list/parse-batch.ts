import { parseExact } from '../../protocol/exact-json.ts';

/**
 * Parses values that lie one behind the other in a block, commas between them; `places` are their beginnings and ends
 * in turn. `large` when a number in them may be too large for JSON.parse. Throws a SyntaxError.
 */
export function parseBatch(block: Buffer, places: readonly number[], large: boolean): unknown[] {
	const text = `[${block.toString('utf8', places[0], places.at(-1))}]`;
	const values: unknown = large ? parseExact(text) : JSON.parse(text);
	if (!Array.isArray(values) || values.length !== places.length / 2) {
		throw new SyntaxError('The values are not where they seemed to be.');
	}
	return values;
}
