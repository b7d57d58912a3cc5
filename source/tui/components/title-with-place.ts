import type { PlacedColumn } from '../../columns/layout.ts';

/** The rows in view: from the first to the last of so many, counted from 1. */
export interface InView {
	readonly from: number;
	readonly to: number;
	readonly of: number;
}

/**
 * The columns with 'NAME  47–92 of 3000' for a title of the one that grows, as far as it has room: a list that shows
 * only some of its rows says which. It changes when the list scrolls, not with each key.
 */
export function withPlace<Row>(
	placed: readonly PlacedColumn<Row>[],
	{ from, to, of }: InView,
): readonly PlacedColumn<Row>[] {
	if (to - from + 1 >= of) return placed;
	return placed.map((one) => {
		const { column, width } = one;
		if (!column.grows) return one;
		const forms = [`  ${from}–${to} of ${of}`, ` ${from}–${to}/${of}`, ` ${from}–${to}`, ` ${from}`];
		// The arrow of an order has a cell too.
		const place = forms.find((text) => column.title.length + text.length < width) ?? '';
		return { column: { ...column, title: column.title + place }, width };
	});
}
