import { unknown } from '../../../../../columns/figures.ts';
import { layOut, type PlacedColumn, titleLine } from '../../../../../columns/layout.ts';
import { compareAmounts, type ExactAmount, NO_AMOUNT } from '../../../../../protocol/exact-amount.ts';
import type { State } from '../../../../../state/core/state.ts';
import { ownTrader } from '../../../../../state/events/market-news.ts';
import { sumOf } from '../../../../../state/market/book-tick.ts';
import { composeLine, type Segment, widthOf } from '../../../../components/compose-line.ts';
import { drawRow, GUTTER_CELLS, type RowLook } from '../../../../components/draw-row.ts';
import { memoize } from '../../../../components/memoize.ts';
import { isFlashing } from '../../../../sections/flash.ts';
import type { Target } from '../../../../terminal/targets.ts';
import { styleTitles, type Theme } from '../../../../theme/theme.ts';
import {
	amountText,
	bookDecimals,
	decimalsOf,
	priceText,
	spreadOf,
	tradeDecimals,
} from '../../price-text.ts';
import { marketText } from '../../texts.ts';
import { pairName, pairNamesOf } from '../pairs/columns.ts';
import { type BookRow, bookColumns, ownText, rowChanges } from './columns.ts';
import { bookLayout, detailLines } from './layout.ts';
import { type BookEntry, type BookRows, entryKey, type SideRows } from './rows.ts';
import { type ShownTrade, tradesOf } from './trades.ts';

/** A drawn line: a row of the book, or another line. */
interface DrawnLine {
	readonly text: string;
	readonly row?: { readonly key: string; readonly index: number };
}

/** Returns the sum of the quantities of the levels before an index. */
function totalBefore({ book: { levels } }: SideRows, index: number): ExactAmount {
	return sumOf(levels.slice(0, index).map(({ quantity }) => quantity));
}

const decimalsOfBook = memoize(
	({ asks, bids }: { readonly asks: SideRows['book']; readonly bids: SideRows['book'] }) =>
		bookDecimals(asks, bids),
);

/** Returns the number of decimals of all prices of the visible book. */
export function decimalsIn({ asks, bids }: BookRows): number {
	return decimalsOfBook({ asks: asks.book, bids: bids.book });
}

/** Returns the entries of some rows with their totals. */
function withTotals(
	side: SideRows,
	entries: readonly BookEntry[],
): readonly (BookEntry & { total: ExactAmount })[] {
	const best = entries.reduce((least, { index }) => Math.min(least, index), Number.POSITIVE_INFINITY);
	const totals = new Map<number, ExactAmount>();
	let total = Number.isFinite(best) ? totalBefore(side, best) : NO_AMOUNT;
	for (const { index, level } of entries.toSorted((a, b) => a.index - b.index)) {
		if (totals.has(index)) continue;
		total = sumOf([total, level.quantity]);
		totals.set(index, total);
	}
	return entries.map((entry) => ({ ...entry, total: totals.get(entry.index) ?? NO_AMOUNT }));
}

/** Returns a row with the values of its surroundings, for speech. */
export function spokenRow(state: Shown, rows: BookRows, row: number): BookRow | undefined {
	const entry = rows.at(row);
	if (!entry) return undefined;
	const side = entry.isAsk ? rows.asks : rows.bids;
	const total = totalBefore(side, entry.index + 1);
	return rowOf(state, { ...entry, total }, total, decimalsIn(rows));
}

function rowOf(
	state: Shown,
	entry: BookEntry & { readonly total: ExactAmount },
	full: ExactAmount,
	decimals: number,
): BookRow {
	const trader = ownTrader(state.market);
	const { now } = state;
	const ticks = entry.tick ? [entry.tick] : entry.level.ticks;
	const isOwn = trader !== undefined && ticks.some(({ tick }) => tick.trader_id === trader);
	return { ...entry, full, decimals, isOwn, isFlashing: isFlashing(entry.level.changedAt, now), now };
}

/** The part of the state that the lines of the book show. */
type Shown = Pick<State, 'market' | 'now'>;

interface BookView {
	readonly lines: readonly DrawnLine[];
}

/** Drawn rows of a theme and a width. A row is drawn again when its cells change. */
export interface RowCache {
	readonly theme: Theme;
	/** Cells of the rows, and blanks before the other lines. */
	readonly width: number;
	readonly indent: number;
	readonly placed: readonly PlacedColumn<BookRow>[];
	/** By level or tick. */
	readonly rows: WeakMap<object, { readonly cells: string; readonly text: string }>;
}

/** Returns the cache for a theme and a width: the last one if they are the same. */
export function cacheFor(
	last: RowCache | undefined,
	{ theme, width, indent }: Pick<RowCache, 'theme' | 'width' | 'indent'>,
): RowCache {
	if (last?.theme === theme && last.width === width && last.indent === indent) return last;
	return {
		theme,
		width,
		indent,
		placed: layOut(bookColumns, Math.max(0, width - GUTTER_CELLS)),
		rows: new WeakMap(),
	};
}

function drawCached({ theme, placed, rows }: RowCache, row: BookRow, look: RowLook): string {
	const cells = `${look} ${row.total.text} ${rowChanges(row, placed)}`;
	const key = row.tick ?? row.level;
	const known = rows.get(key);
	if (known?.cells === cells) return known.text;
	const text = drawRow(placed, row, look, theme);
	rows.set(key, { cells, text });
	return text;
}

interface ViewGiven extends Shown {
	readonly rows: BookRows;
	readonly cache: RowCache;
	readonly height: number;
	readonly isStale: boolean;
}

/** Returns the lines of the book. A dialog over it does not change them. */
export const bookView = memoize((given: ViewGiven): BookView => {
	const { rows, cache, height, isStale, ...state } = given;
	const { theme, indent, placed } = cache;
	const width = cache.width - indent;
	const lineOf = (left: readonly Segment[], right: readonly Segment[] = []): DrawnLine => ({
		text: ' '.repeat(indent) + composeLine(theme, width, left, right),
	});
	const { asks, bids } = bookLayout(rows, height);
	const decimals = decimalsIn(rows);
	const [askRows, bidRows] = [
		withTotals(rows.asks, entriesOf(rows.asks, asks.first, asks.count)),
		withTotals(rows.bids, entriesOf(rows.bids, bids.first, bids.count)),
	];
	const full = [...askRows, ...bidRows].reduce(
		(most, { total }) => (compareAmounts(total, most) > 0 ? total : most),
		NO_AMOUNT,
	);
	const draw =
		(first: number) =>
		(entry: BookEntry & { readonly total: ExactAmount }, index: number): DrawnLine => {
			const row = rowOf(state, entry, full, decimals);
			const at = first + index;
			const look = at === rows.cursor ? 'cursor' : isStale ? 'faint' : 'usual';
			return { text: drawCached(cache, row, look), row: { key: entryKey(entry), index: at } };
		};
	return {
		lines: [
			lineOf(...summaryOf(state, rows)),
			{ text: styleTitles(theme, ' '.repeat(GUTTER_CELLS) + titleLine(placed)) },
			...askRows.map(draw(asks.first)),
			lineOf(middleOf(rows, decimals, width)),
			...bidRows.map(draw(rows.asks.length + bids.first)),
			...blanks(height - 3 - askRows.length - bidRows.length - detailLines(height)),
			...Array.from({ length: detailLines(height) }, () =>
				lineOf(detailOf(state, rows, decimals), legendOf(rows)),
			),
		],
	};
});

const blanks = (count: number): readonly DrawnLine[] =>
	Array.from({ length: Math.max(0, count) }, () => ({ text: '' }));

/** Returns all digits of the row under the cursor, which its cells may not have. */
function detailOf(state: Shown, rows: BookRows, decimals: number): readonly Segment[] {
	const row = spokenRow(state, rows, rows.cursor);
	const [first = '', second = ''] = rows.pair ? pairNamesOf(rows.pair) : [];
	if (!row) return [];
	const { isAsk, level, tick, total, isOwn } = row;
	const quantity = (tick ? tick.rest : level.quantity)?.text ?? unknown;
	const rest = tick ? '' : `, total ${total.text}`;
	return [
		{ text: `${isAsk ? 'ask' : 'bid'} `, token: isAsk ? 'bad' : 'good' },
		{ text: `${quantity} ${first}${rest}`, token: 'normal' },
		{ text: ` at ${priceText(level.price, Math.max(decimals, decimalsOf(level.price)))} ${second}` },
		...(isOwn ? [{ text: ` ◆ ${ownText}`, token: 'busy' } as const] : []),
	];
}

/** Returns the meaning of the signs of the book. It is left out where the row under the cursor needs the cells. */
function legendOf({ length }: BookRows): readonly Segment[] {
	return length === 0 ? [] : [{ text: `  ${marketText.legend}`, token: 'faint' }];
}

function entriesOf({ at }: SideRows, first: number, count: number): readonly BookEntry[] {
	return Array.from({ length: count }, (_, row) => at(first + row)).flatMap((entry) => entry ?? []);
}

/** Returns the target of a line. */
export function bookTarget({ lines }: BookView, line: number): Target {
	const row = lines[line]?.row;
	return row ? { kind: 'row', part: 'list', ...row } : { kind: 'place', part: 'list' };
}

/** Returns the line above the titles: the pair, its last price, and the volumes. */
function summaryOf(state: Shown, rows: BookRows): [left: Segment[], right: Segment[]] {
	const { pair, asks, bids } = rows;
	if (!pair) return [[], []];
	const { pairs } = state.market;
	const place = pairs.length > 1 ? `  ${pairs.indexOf(pair) + 1} of ${pairs.length}` : '';
	const [last] = tradesOf(state, pair.key);
	return [
		[
			{ text: pairName(pair), token: 'title' },
			{ text: place, token: 'faint' },
			...unpricedSegments(rows),
			...lastSegments(last, decimalsIn(rows)),
		],
		[
			{ text: `  bids ${amountText(bids.book.volume, 14)}`, token: 'good' },
			{ text: `  asks ${amountText(asks.book.volume, 14)}`, token: 'bad' },
		],
	];
}

/** Returns how many ticks have unknown amounts, and therefore no row. */
function unpricedSegments({ asks, bids }: BookRows): Segment[] {
	const count = asks.book.unpriced.length + bids.book.unpriced.length;
	return count === 0 ? [] : [{ text: `   ${count} without a price`, token: 'warning' }];
}

function lastSegments(last: ShownTrade | undefined, decimals: number): Segment[] {
	if (!last) return [];
	return [
		{ text: '   last ', token: 'faint' },
		{
			text: `${priceText(last.price, tradeDecimals(last.price, decimals))} ${directionOf(last)}`.trimEnd(),
			token: tradeToken(last),
		},
	];
}

/** Returns the sign of a trade: whether its price is higher or lower than the one before. */
export function directionOf({ direction }: ShownTrade): string {
	return direction === undefined ? '' : direction === 'up' ? '▲' : '▼';
}

/** Returns the color of a trade by its direction. */
export function tradeToken({ direction }: ShownTrade): 'good' | 'bad' | 'normal' {
	return direction === undefined ? 'normal' : direction === 'up' ? 'good' : 'bad';
}

/** Returns the line between asks and bids. */
function middleOf({ pair, asks, bids }: BookRows, decimals: number, width: number): Segment[] {
	const line = (text: string): Segment => ({ text, token: 'border' });
	const spread = spreadOf(pair?.ask.best, pair?.bid.best, decimals);
	if (!spread) {
		const none = [asks, bids].every(({ length }) => length === 0)
			? 'no orders'
			: asks.length === 0
				? 'no asks'
				: 'no bids';
		return filled([line('── '), { text: none, token: 'heading' }, line(' ')], width);
	}
	const segments: Segment[] = [
		line('── '),
		{ text: 'spread ', token: 'faint' },
		{ text: `${spread.spread} (${spread.percent})`, token: spread.isCrossed ? 'warning' : 'heading' },
		...(spread.isCrossed ? [{ text: ' crossed', token: 'warning' } as const] : []),
		line(' ── '),
		{ text: 'mid ', token: 'faint' },
		{ text: spread.mid, token: 'heading' },
		line(' '),
	];
	return filled(segments, width);
}

/** Returns segments with a line up to the end of the width. */
function filled(segments: readonly Segment[], width: number): Segment[] {
	const rest = Math.max(0, width - widthOf(segments));
	return [...segments, { text: '─'.repeat(rest), token: 'border' }];
}
