import type { Column } from '../../columns/column.ts';
import { shorten } from '../../format/cells.ts';

/** Maximum cells of a spoken value; names of usual length are not cut. */
const MAX_CELLS = 400;

/** Values without information. */
const nothing: ReadonlySet<string> = new Set(['', '–', '∞']);

/** Phrases around a value, by column id. Other columns have their title before the value. */
const phrases: Readonly<Record<string, (value: string) => string>> = {
	name: (value) => value,
	// A screen reader spells STOPPED_ON_ERROR, but reads 'stopped on error' as words.
	status: (value) => value.toLowerCase().replaceAll('_', ' '),
	progress: (value) => value,
	down: (value) => `down ${value} a second`,
	up: (value) => `up ${value} a second`,
	eta: (value) => `${value} left`,
	at: (value) => value,
	level: (value) => value,
	what: (value) => value,
};

/** The cells of a progress bar, which only repeat the number after them. */
const bars = /[\u2580-\u259f━╸]+─*|─{2,}/g;

/** Returns a row as one sentence: its columns in their order, without those that have no value. */
export function rowSentence<Row>(columns: readonly Column<Row>[], row: Row): string {
	return columns
		.map((column) => columnPhrase(column, row))
		.filter((phrase) => phrase !== '')
		.join(', ');
}

function columnPhrase<Row>({ id, title, value, spoken }: Column<Row>, row: Row): string {
	if (spoken) return spoken(row);
	const text = shorten(value(row, MAX_CELLS).replace(bars, '').trim(), MAX_CELLS);
	if (nothing.has(text)) return '';
	return phrases[id]?.(text) ?? `${title.toLowerCase()} ${text}`;
}
