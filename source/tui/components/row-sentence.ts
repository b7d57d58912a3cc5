import type { Column } from '../../columns/column.ts';

/** Cells that a name has here: none is cut that people would listen to. */
const MAX_NAME_CELLS = 120;

/** Values that say nothing. */
const nothing: ReadonlySet<string> = new Set(['', '–', '∞']);

/** What stands before or behind a value, by the column's id; what is not here has its title before it. */
const phrases: Readonly<Record<string, (value: string) => string>> = {
	name: (value) => value,
	// STOPPED_ON_ERROR is read letter by letter, 'stopped on error' is not.
	status: (value) => value.toLowerCase().replaceAll('_', ' '),
	progress: (value) => value,
	down: (value) => `down ${value} a second`,
	up: (value) => `up ${value} a second`,
	eta: (value) => `${value} left`,
};

/** The parts of a progress bar, which say nothing that the number behind them does not. */
const bars = /[\u2580-\u259f]+/g;

/** A row as one sentence: the columns of these ids, in their order, those left out that have no value. */
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
