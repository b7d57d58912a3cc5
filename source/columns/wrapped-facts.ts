import { fit, width } from '../format/cells.ts';
import { factRows } from './fact-rows.ts';
import type { Facts } from './facts.ts';

/** Returns facts as lines of at most so many cells, with aligned values. Names are trusted. */
export function wrappedFacts(facts: Facts, columns: number): string[] {
	const names = facts.reduce((most, [name]) => Math.max(most, width(name)), 0);
	const rows = factRows(facts, Math.max(1, columns - names - 2));
	return rows.map(({ name, value }) => `${fit(name, names)}  ${value}`.trimEnd());
}
