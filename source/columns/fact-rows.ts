import { sanitise } from '../format/sanitise.ts';
import { wrapWhole } from '../format/wrap-whole.ts';
import type { Facts } from './facts.ts';

/** A line of a list of facts: a fact that is longer than a line has several. */
export interface FactRow {
	/** The fact it belongs to. */
	readonly fact: string;
	/** Its name, on its first line; else empty. */
	readonly name: string;
	/** Sanitised, at most as wide as asked for. */
	readonly value: string;
}

/** Lines and units of a fact that are shown: a traceback has some dozens of lines. */
const MAX_LINES = 200;
const MAX_FACT_LENGTH = 32 * 1024;

/** Text without need of sanitising or wrapping, as most facts. */
const oneLine = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/** Facts in lines whose values have at most `columns` cells; nothing of them is left out that anybody could read. */
export function factRows(facts: Facts, columns: number): FactRow[] {
	return facts.flatMap(([fact, value]) => {
		if (value.length <= columns && oneLine.test(value)) return { fact, name: fact, value };
		const lines = value
			.slice(0, MAX_FACT_LENGTH)
			.split(/\r\n|[\n\r\u2028\u2029]/)
			.map((line) => sanitise(line).trimEnd())
			.filter((line, index) => line !== '' || index === 0)
			.slice(0, MAX_LINES)
			.flatMap((line) => wrapWhole(line, columns));
		return lines
			.slice(0, MAX_LINES)
			.map((line, index) => ({ fact, name: index === 0 ? fact : '', value: line }));
	});
}
