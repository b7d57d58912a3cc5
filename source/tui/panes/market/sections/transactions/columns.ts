import type { Column, Tone } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { textOrDash, unknown } from '../../../../../columns/figures.ts';
import { moment } from '../../../../../columns/moments.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { percent } from '../../../../../format/share.ts';
import type { Asset, Transaction } from '../../../../../protocol/resources/market.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import { amountKey, amountText } from '../../price-text.ts';
import type { TransactionRow } from '../../rows.ts';
import { filledShare, shareCell } from '../orders/columns.ts';

/** Returns the own side of a transaction; '–' if the own order is not listed. */
const sideOf = ({ isAsk }: TransactionRow): string =>
	isAsk === undefined ? unknown : isAsk ? 'sold' : 'bought';

/** Returns the status of a transaction; '–' if it is unknown. Untrusted. */
function statusOf({ status, payment_complete: isComplete }: Transaction): string {
	return status ?? (isComplete === undefined ? unknown : isComplete ? 'completed' : 'pending');
}

const tones: ReadonlyMap<string, Tone> = new Map([
	['completed', 'good'],
	['pending', 'busy'],
	['error', 'bad'],
]);

/** Returns an amount with its asset: '10 MB'. Sanitized. */
export function assetText({ amount, type }: Asset, width: number): string {
	const name = sanitize(type ?? '', 20);
	return `${amountText(amount, Math.max(4, width - name.length - 1))} ${name}`.trimEnd();
}

/** Returns the smaller one of the paid shares of both assets. */
function paidShare({ assets, transferred }: Transaction): number | undefined {
	const shares = (['first', 'second'] as const).map((which) =>
		filledShare(transferred[which].amount, assets[which].amount),
	);
	return shares.some((share) => share === undefined)
		? undefined
		: Math.min(...shares.map((share) => share ?? 0));
}

const ASSET_CELLS = 15;
function assetColumn(
	id: string,
	title: string,
	dropOrder: number,
	of: (item: Transaction) => Asset,
): Column<TransactionRow> {
	return {
		...numberColumn<TransactionRow>(id, title, ASSET_CELLS, dropOrder, ({ item }) =>
			assetText(of(item), ASSET_CELLS),
		),
		sortKey: ({ item }) => amountKey(of(item).amount),
		greatestFirst: true,
	};
}

export const transactionColumns: readonly Column<TransactionRow>[] = [
	{
		...numberColumn<TransactionRow>('number', 'NO', 4, 1, ({ item }) => String(item.transaction_number)),
		sortKey: ({ item }) => item.transaction_number,
		greatestFirst: true,
	},
	{
		...textColumn<TransactionRow>('side', 'SIDE', 6, 1, sideOf),
		sortKey: sideOf,
		tone: ({ isAsk }) => (isAsk === undefined ? 'normal' : isAsk ? 'bad' : 'good'),
	},
	assetColumn('first', 'FIRST', 0, ({ assets }) => assets.first),
	assetColumn('second', 'SECOND', 0, ({ assets }) => assets.second),
	{
		id: 'paid',
		title: 'PAID',
		width: 10,
		wideWidth: 16,
		align: 'right',
		dropOrder: 2,
		value: ({ item }, width) => shareCell(paidShare(item), width),
		spoken: ({ item }) => {
			const share = paidShare(item);
			return share === undefined ? '' : `paid ${percent(share)}`;
		},
		sortKey: ({ item }) => paidShare(item) ?? -1,
		greatestFirst: true,
		tone: flashTone,
	},
	{
		...textColumn<TransactionRow>('status', 'STATUS', 9, 0, ({ item }) => statusOf(item)),
		sortKey: ({ item }) => statusOf(item),
		isStatus: true,
		tone: (row) => flashTone(row, tones.get(statusOf(row.item)) ?? 'normal'),
	},
	{
		...growingColumn<TransactionRow>('partner', 'PARTNER', 11, ({ item }) =>
			textOrDash(item.partner_trader_id),
		),
		sortKey: ({ item }) => item.partner_trader_id ?? '',
		tone: () => 'faint',
	},
	{
		...numberColumn<TransactionRow>('began', 'TIME', 19, 3, ({ item }) => moment(item.timestamp)),
		sortKey: ({ item }) => item.timestamp ?? 0,
		greatestFirst: true,
	},
];

export const transactionKind = keyedKind<TransactionRow>(transactionColumns, ({ item, ...row }) =>
	[
		item.transaction_number,
		sideOf({ item, ...row }),
		item.assets.first.type,
		item.assets.second.type,
		statusOf(item),
		item.partner_trader_id,
	].join(' '),
);
