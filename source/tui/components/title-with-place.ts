import type { PlacedColumn } from '../../columns/layout.ts';

/** The visible rows and their total, counted from 1. */
export interface InView {
	readonly from: number;
	readonly to: number;
	readonly of: number;
}

/**
 * Returns the columns with the visible range in the title of the flexible one ('NAME  47–92 of 3000'), if it fits and
 * not all rows are visible. It changes when the list scrolls, not with each key.
 */
export function withRange<Row>(
	placed: readonly PlacedColumn<Row>[],
	{ from, to, of }: InView,
): readonly PlacedColumn<Row>[] {
	if (to - from + 1 >= of) return placed;
	return placed.map((one) => {
		const { column, width } = one;
		if (!column.grows) return one;
		const forms = [`  ${from}–${to} of ${of}`, ` ${from}–${to}/${of}`, ` ${from}–${to}`, ` ${from}`];
		// The sort arrow also takes a cell.
		const place = forms.find((text) => column.title.length + text.length < width) ?? '';
		return { column: { ...column, title: column.title + place }, width };
	});
}
