import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn } from '../../../../../columns/declare.ts';
import { textOrDash, unknown } from '../../../../../columns/figures.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import type { PairRow, PairSide } from '../../../../../state/market/market.ts';
import type { ChangingRow } from '../../../../sections/flash.ts';
import { amountKey, amountText, priceKey, singlePriceText, spreadOf } from '../../price-text.ts';

type Row = PairRow & Pick<ChangingRow, 'isFlashing'>;

/** Maximum cells of the name of an asset. */
const MAX_NAME_CELLS = 20;

/** Returns the names of a pair: 'MB/BTC'. Sanitized. */
export function pairName(pair: Names): string {
	return pairNamesOf(pair).join('/');
}

type Names = Pick<PairRow, 'first' | 'second'>;

/** Returns the names of both assets. Sanitized. */
export function pairNamesOf({ first, second }: Names): readonly string[] {
	return [first, second].map((name) => sanitize(textOrDash(name), MAX_NAME_CELLS));
}

const hasFlash = ({ changedAt, isFlashing = false }: Row, side: PairSide): boolean =>
	isFlashing && side.changedAt === changedAt;

/** Cells of a price with the sign of a rounded one. */
const PRICE_CELLS = 13;

function priceColumn(
	id: string,
	title: string,
	dropOrder: number,
	sideOf: (row: Row) => PairSide,
): Column<Row> {
	return {
		...numberColumn<Row>(id, title, PRICE_CELLS, dropOrder, (row) => singlePriceText(sideOf(row).best)),
		wideWidth: 18,
		tone: (row) => (hasFlash(row, sideOf(row)) ? 'warning' : id === 'ask' ? 'bad' : 'good'),
		sortKey: (row) => priceKey(sideOf(row).best),
		greatestFirst: true,
	};
}

function volumeColumn(
	id: string,
	title: string,
	dropOrder: number,
	sideOf: (row: Row) => PairSide,
): Column<Row> {
	return {
		...numberColumn<Row>(id, title, VOLUME_CELLS, dropOrder, (row) => volumeText(sideOf(row))),
		sortKey: (row) => amountKey(sideOf(row).volume),
		greatestFirst: true,
	};
}

const VOLUME_CELLS = 10;
const volumeText = ({ count, volume }: PairSide): string =>
	count === 0 ? unknown : amountText(volume, VOLUME_CELLS);

const spreadText = ({ ask, bid }: Row): string => spreadOf(ask.best, bid.best, 0)?.percent ?? unknown;

export const pairColumns: readonly Column<Row>[] = [
	{ ...growingColumn<Row>('pair', 'PAIR', 14, pairName), sortKey: pairName },
	priceColumn('bid', 'BEST BID', 1, ({ bid }) => bid),
	priceColumn('ask', 'BEST ASK', 1, ({ ask }) => ask),
	numberColumn<Row>('spread', 'SPREAD', 8, 2, spreadText),
	volumeColumn('bids', 'BIDS', 4, ({ bid }) => bid),
	volumeColumn('asks', 'ASKS', 4, ({ ask }) => ask),
	{
		...numberColumn<Row>('orders', 'ORDERS', 6, 3, ({ ask, bid }) => String(ask.count + bid.count)),
		sortKey: ({ ask, bid }) => ask.count + bid.count,
		greatestFirst: true,
	},
];

export const pairKind = keyedKind<PairRow>(pairColumns, pairName);
