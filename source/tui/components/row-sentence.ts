import type { Column } from '../../columns/column.ts';

/** Maximum cells of a spoken name; names of usual length are not cut. */
const MAX_NAME_CELLS = 120;

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
};

/** The cells of a progress bar, which only repeat the number after them. */
const bars = /[\u2580-\u259f]+/g;

/** Returns a row as one sentence: the columns of these ids, in their order, without those that have no value. */
export function rowSentence<Row>(columns: readonly Column<Row>[], ids: readonly string[], row: Row): string {
	return ids
		.flatMap((id) => columns.find((column) => column.id === id) ?? [])
		.flatMap(({ id, title, grows, width, value }) => {
			const text = value(row, grows ? MAX_NAME_CELLS : width)
				.replace(bars, '')
				.trim();
			if (nothing.has(text)) return [];
			return [phrases[id]?.(text) ?? `${title.toLowerCase()} ${text}`];
		})
		.join(', ');
}
