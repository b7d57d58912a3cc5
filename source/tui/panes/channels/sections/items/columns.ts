import type { Column, Tone } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { formatOrDash, nonNegative, sortable, textOrDash } from '../../../../../columns/figures.ts';
import { bytes } from '../../../../../format/bytes.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { withoutSecrets } from '../../../../../format/without-secrets.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import type { ItemRow } from '../../rows.ts';
import { channelsText } from '../../texts.ts';
import { ageText } from '../../timed-rows.ts';

const tones: ReadonlyMap<string, Tone> = new Map([
	['added', 'good'],
	['downloaded', 'good'],
	['waiting', 'busy'],
	['failed', 'bad'],
	['ignored', 'faint'],
]);

const reasonOf = ({ item }: ItemRow): string => withoutSecrets(item.reason ?? '');
/** Time from the feed; that of the check that found it, if the feed has none. Unix s. */
const momentOf = ({ item }: ItemRow): number | undefined => item.published || item.found;

export const itemColumns: readonly Column<ItemRow>[] = [
	{
		...growingColumn<ItemRow>('title', 'TITLE', 20, ({ item }) => item.title || channelsText.unnamed),
		sortKey: ({ item }) => item.title.toLowerCase(),
	},
	{
		...textColumn<ItemRow>('status', 'STATUS', 10, 0, ({ item }) => sanitize(textOrDash(item.status), 40)),
		sortKey: ({ item }) => item.status ?? '',
		isStatus: true,
		tone: ({ item, isFlashing }) => (isFlashing ? 'warning' : (tones.get(item.status ?? '') ?? 'normal')),
	},
	{
		...textColumn<ItemRow>('reason', 'REASON', 20, 2, (row) => textOrDash(reasonOf(row))),
		wideWidth: 50,
		sortKey: reasonOf,
	},
	{
		...numberColumn<ItemRow>('size', 'SIZE', 9, 3, ({ item }) => formatOrDash(nonNegative(item.size), bytes)),
		sortKey: ({ item }) => sortable(item.size),
		greatestFirst: true,
	},
	{
		...numberColumn<ItemRow>('age', 'AGE', 4, 1, (row) => ageText(momentOf(row), row.now)),
		sortKey: (row) => sortable(momentOf(row)),
		greatestFirst: true,
	},
];

export const itemKind = keyedKind<ItemRow>(
	itemColumns,
	(row) => `${row.item.title} ${row.item.status ?? ''} ${reasonOf(row)}`,
);
