import { sanitize } from '../format/sanitize.ts';
import { wrapWhole } from '../format/wrap-whole.ts';
import type { Facts } from './facts.ts';

/** A line of a list of facts. A long fact has several lines. */
export interface FactRow {
	/** Name of the fact. */
	readonly fact: string;
	/** The name on the first line of the fact; '' on the others. */
	readonly name: string;
	/** Sanitized, at most as wide as requested. */
	readonly value: string;
}

/** Maximum lines and UTF-16 units of a fact. A traceback has some dozens of lines. */
const MAX_LINES = 200;
const MAX_FACT_LENGTH = 32 * 1024;

/** Matches text that needs no sanitizing, as most facts. */
const oneLine = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/** Returns facts as lines whose values have at most `columns` cells. */
export function factRows(facts: Facts, columns: number): FactRow[] {
	return facts.flatMap(([fact, value]) => {
		if (value.length <= columns && oneLine.test(value)) return { fact, name: fact, value };
		const lines = value
			.slice(0, MAX_FACT_LENGTH)
			.split(/\r\n|[\n\r\u2028\u2029]/)
			.map((line) => sanitize(line).trimEnd())
			.filter((line, index) => line !== '' || index === 0)
			.slice(0, MAX_LINES)
			.flatMap((line) => wrapWhole(line, columns));
		return lines
			.slice(0, MAX_LINES)
			.map((line, index) => ({ fact, name: index === 0 ? fact : '', value: line }));
	});
}
