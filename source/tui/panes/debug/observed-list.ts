import type { Column } from '../../../columns/column.ts';
import { notSampled, type Sampled } from '../../../state/connection/sampled.ts';
import { takeRows } from '../../../state/list/list.ts';
import { type Observed, type Observing, observe, type RowChange } from '../../../state/list/observed.ts';
import { keyedKind, noRows, type RowKind, type Rows } from '../../../state/list/rows.ts';

/** A list of the service that is sampled repeatedly. Changes are marked. */
export interface ObservedList<Item> extends Sampled {
	readonly rows: Rows<Observed<Item>>;
	/** Reasons for missing rows, as the service reports them; empty for none. Untrusted text. */
	readonly unavailable: string;
}

export const noObservedList: ObservedList<never> & Pick<ObservedList<unknown>, 'rows'> = {
	...notSampled,
	rows: noRows,
	unavailable: '',
};

export interface ObservedKind<Item> extends RowKind<Observed<Item>>, Observing<Item> {}

/** Maximum cells of a value that the filter searches. */
const MAX_FILTERED_CELLS = 1_000;

/** A response with a list. seedtop explains missing rows. */
export interface ExplainedAnswer {
	readonly unavailable?: string;
}

/** Returns the list after a sample. `answer`: the whole response. */
export function takeObserved<Item, Slice extends ObservedList<Item>>(
	slice: Slice,
	items: readonly Item[],
	at: number,
	kind: ObservedKind<Item>,
	{ unavailable = '' }: ExplainedAnswer,
): Slice {
	const { at: before, rows } = slice;
	const list = observe(before === undefined ? undefined : rows.list, items, at, kind);
	return { ...slice, at, failure: undefined, unavailable, rows: takeRows(kind, rows, list).slice };
}

/** Words of changes. Sockets and files close. */
const words: Readonly<Record<RowChange, string>> = {
	same: '',
	new: 'new',
	changed: 'changed',
	gone: 'closed',
};

/** Returns the column with the changes of rows. `gone`: its word for rows that are gone. */
export function changeColumn<Item>(gone = words.gone): Column<Observed<Item>> {
	const wordOf = ({ change }: Observed<Item>) => (change === 'gone' ? gone : words[change]);
	return {
		id: 'change',
		title: 'CHANGE',
		width: 7,
		align: 'left',
		dropOrder: 1,
		value: wordOf,
		spoken: wordOf,
		tone: ({ change }) => (change === 'gone' ? 'bad' : change === 'new' ? 'good' : 'busy'),
		sortKey: ({ change }) => ['new', 'changed', 'gone', 'same'].indexOf(change),
	};
}

/** Returns a column of items as a column of observed items. Gone ones are faint. */
export function itemColumn<Item>(column: Column<Item>): Column<Observed<Item>> {
	const { value, sortKey, tone, spoken, pieces: _, reason: __, data: ___, ...rest } = column;
	return {
		...rest,
		value: ({ item }, width) => value(item, width),
		tone: ({ item, change }) => (change === 'gone' ? 'faint' : (tone?.(item) ?? 'normal')),
		...(spoken ? { spoken: ({ item }: Observed<Item>) => spoken(item) } : {}),
		...(sortKey ? { sortKey: ({ item }: Observed<Item>) => sortKey(item) } : {}),
	};
}

/** Returns the kind of observed rows. The filter searches the text of all columns. */
export function observedKind<Item>(
	columns: readonly Column<Observed<Item>>[],
	observing: Observing<Item>,
): ObservedKind<Item> {
	const textOf = (row: Observed<Item>) =>
		columns.map(({ value }) => value(row, MAX_FILTERED_CELLS)).join(' ');
	return { ...observing, ...keyedKind(columns, textOf) };
}
