import { fit, width } from '../format/cells.ts';
import { sanitize } from '../format/sanitize.ts';

/** Names with values, in order. Values may be untrusted. */
export type Facts = readonly (readonly [name: string, value: string])[];

/** Maximum UTF-16 units of a value, and maximum cells of the column of names. */
const MAX_VALUE_LENGTH = 4096;
const MAX_NAME_CELLS = 40;

/** Returns one line per fact, with aligned values. */
export function factLines(facts: Facts): string[] {
	const shown = facts.map(
		([name, value]) => [sanitize(name, 200), sanitize(value, MAX_VALUE_LENGTH)] as const,
	);
	const column = Math.min(
		MAX_NAME_CELLS,
		shown.reduce((most, [name]) => Math.max(most, width(name)), 0),
	);
	return shown.map(([name, value]) =>
		`${width(name) > column ? name : fit(name, column)}  ${value}`.trimEnd(),
	);
}
