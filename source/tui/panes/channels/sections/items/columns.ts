import type { Column, Tone } from '../../../../../columns/column.ts';
import { textColumn } from '../../../../../columns/declare.ts';
import { textOrDash } from '../../../../../columns/figures.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { withoutSecrets } from '../../../../../format/without-secrets.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { ageColumn, nameColumn, optionalTextColumn, sizeColumn } from '../../columns.ts';
import type { ItemRow } from '../../rows.ts';

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
	nameColumn('title', 'TITLE', ({ item }) => item.title),
	{
		...textColumn<ItemRow>('status', 'STATUS', 10, 0, ({ item }) => sanitize(textOrDash(item.status), 40)),
		sortKey: ({ item }) => item.status ?? '',
		isStatus: true,
		tone: ({ item, isFlashing }) => (isFlashing ? 'warning' : (tones.get(item.status ?? '') ?? 'normal')),
	},
	{ ...optionalTextColumn('reason', 'REASON', 20, 2, reasonOf), wideWidth: 50 },
	sizeColumn(3, ({ item }) => item.size),
	ageColumn('age', 'AGE', 4, 1, momentOf),
];

export const itemKind = keyedKind<ItemRow>(
	itemColumns,
	(row) => `${row.item.title} ${row.item.status ?? ''} ${reasonOf(row)}`,
);
