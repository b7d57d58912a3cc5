import type { Column, Tone } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { formatOrDash, nonNegative, sortable, textOrDash } from '../../../../../columns/figures.ts';
import { bytes } from '../../../../../format/bytes.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { withoutSecrets } from '../../../../../format/without-secrets.ts';
import type { RowKind } from '../../../../../state/list/rows.ts';
import { channelsText } from '../../texts.ts';
import { ageText } from '../../timed-rows.ts';
import type { ItemRow } from './slice.ts';

type Row = ItemRow & { readonly isFlashing?: boolean };

const tones: ReadonlyMap<string, Tone> = new Map([
	['added', 'good'],
	['downloaded', 'good'],
	['waiting', 'busy'],
	['failed', 'bad'],
	['ignored', 'faint'],
]);

const reasonOf = ({ item }: Row): string => withoutSecrets(item.reason ?? '');
/** Time from the feed; that of the check that found it, if the feed has none. Unix s. */
const momentOf = ({ item }: Row): number | undefined => item.published || item.found;

export const itemColumns: readonly Column<Row>[] = [
	{
		...growingColumn<Row>('title', 'TITLE', 20, ({ item }) => item.title || channelsText.unnamed),
		sortKey: ({ item }) => item.title.toLowerCase(),
	},
	{
		...textColumn<Row>('status', 'STATUS', 10, 0, ({ item }) => sanitize(textOrDash(item.status), 40)),
		sortKey: ({ item }) => item.status ?? '',
		isStatus: true,
		tone: ({ item, isFlashing }) => (isFlashing ? 'warning' : (tones.get(item.status ?? '') ?? 'normal')),
	},
	{
		...textColumn<Row>('reason', 'REASON', 20, 2, (row) => textOrDash(reasonOf(row))),
		wideWidth: 50,
		sortKey: reasonOf,
	},
	{
		...numberColumn<Row>('size', 'SIZE', 9, 3, ({ item }) => formatOrDash(nonNegative(item.size), bytes)),
		sortKey: ({ item }) => sortable(item.size),
		greatestFirst: true,
	},
	{
		...numberColumn<Row>('age', 'AGE', 4, 1, (row) => ageText(momentOf(row), row.now)),
		sortKey: (row) => sortable(momentOf(row)),
		greatestFirst: true,
	},
];

export const itemKind: RowKind<ItemRow> = {
	keyOf: ({ key }) => key,
	nameOf: (row) => `${row.item.title} ${row.item.status ?? ''} ${reasonOf(row)}`,
	sortKeyOf: (id) => itemColumns.find((column) => column.id === id)?.sortKey,
};
