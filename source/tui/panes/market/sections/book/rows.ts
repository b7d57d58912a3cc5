import { parseExactAmount } from '../../../../../protocol/exact-amount.ts';
import type { State } from '../../../../../state/core/state.ts';
import { type BookPrice, type BookTick, bookPrice } from '../../../../../state/market/book-tick.ts';
import type { MarketSlice, PairRow } from '../../../../../state/market/market.ts';
import {
	compareBest,
	emptyBook,
	type Level,
	levelIndex,
	levelOf,
	type SideBook,
} from '../../../../../state/market/side-book.ts';
import { memoize } from '../../../../components/memoize.ts';
import { pairsData } from '../../rows.ts';
import { type BookSlice, book } from './slice.ts';

/** A row of the book: a price level, or one of its ticks. */
export interface BookEntry {
	readonly isAsk: boolean;
	readonly level: Level;
	/** Index of the level, the best price first. */
	readonly index: number;
	/** Undefined for the level itself. */
	readonly tick: BookTick | undefined;
}

/** Rows of a side from top to bottom. They are made on demand, because a book has thousands. */
export interface SideRows {
	readonly length: number;
	readonly book: SideBook;
	readonly at: (row: number) => BookEntry | undefined;
	/** Returns the row of a level, or the first row after its price. */
	readonly rowOf: (price: BookPrice) => number;
}

/** Expanded level: its place from top to bottom, and the number of its ticks. */
interface Expansion {
	readonly place: number;
	readonly ticks: number;
}

/** Returns the rows of a side. Asks have their best price at the bottom, bids at the top. */
export function sideRows(side: SideBook, expanded: readonly string[]): SideRows {
	const { isAsk, levels } = side;
	const placeOf = (index: number) => (isAsk ? levels.length - 1 - index : index);
	const expansions = expanded
		.flatMap((key): Expansion[] => {
			const parts = partsOf(key);
			const level = parts?.isAsk === isAsk ? levelOf(side, parts.price) : undefined;
			return level ? [{ place: placeOf(levels.indexOf(level)), ticks: level.ticks.length }] : [];
		})
		.sort((a, b) => a.place - b.place);
	const added = expansions.reduce((sum, { ticks }) => sum + ticks, 0);
	const at = (row: number): BookEntry | undefined => {
		let place = row;
		let tick: number | undefined;
		for (const expansion of expansions) {
			if (place <= expansion.place) break;
			if (place <= expansion.place + expansion.ticks) {
				tick = place - expansion.place - 1;
				place = expansion.place;
				break;
			}
			place -= expansion.ticks;
		}
		const index = placeOf(place);
		const level = levels[index];
		return level && { isAsk, level, index, tick: tick === undefined ? undefined : level.ticks[tick] };
	};
	const rowOf = (price: BookPrice): number => {
		const index = levelIndex(side, price);
		const found = levels[index];
		const isFound = found && compareBest(isAsk, found.price, price) === 0;
		const place = placeOf(isAsk && !isFound ? index - 1 : index);
		return place + expansions.reduce((sum, each) => (each.place < place ? sum + each.ticks : sum), 0);
	};
	return { length: levels.length + added, book: side, at, rowOf };
}

/** Returns the key of a row. */
export function entryKey({ isAsk, level, tick }: BookEntry): string {
	const { first, second } = level.price;
	const ofLevel = `${isAsk ? 'a' : 'b'} ${second.text}/${first.text}`;
	return tick ? `${ofLevel} ${tick.key}` : ofLevel;
}

interface KeyParts {
	readonly isAsk: boolean;
	readonly price: BookPrice;
	/** Key of the tick; '' for a level. */
	readonly tick: string;
}

function partsOf(key: string): KeyParts | undefined {
	const [side, prices = '', ...rest] = key.split(' ');
	const [second, first] = prices.split('/').map(parseExactAmount);
	return first && second
		? { isAsk: side === 'a', price: bookPrice(first, second), tick: rest.join(' ') }
		: undefined;
}

/** All rows of the visible book, from the highest price to the lowest one. */
export interface BookRows {
	readonly pair: PairRow | undefined;
	readonly asks: SideRows;
	readonly bids: SideRows;
	readonly length: number;
	readonly at: (row: number) => BookEntry | undefined;
	/** Row of the cursor; -1 without rows. */
	readonly cursor: number;
}

interface Given extends BookSlice {
	readonly pairs: MarketSlice['pairs'];
	readonly asks: MarketSlice['asks']['books'];
	readonly bids: MarketSlice['bids']['books'];
}

const rowsOf = memoize(
	({ pair: key, cursor, expanded, pairs, asks: allAsks, bids: allBids }: Given): BookRows => {
		const pair = pairs.find((each) => each.key === key) ?? (key === undefined ? pairs[0] : undefined);
		const asks = sideRows(allAsks.get(pair?.key ?? '') ?? emptyBook(true), expanded);
		const bids = sideRows(allBids.get(pair?.key ?? '') ?? emptyBook(false), expanded);
		const length = asks.length + bids.length;
		const at = (row: number) => (row < asks.length ? asks.at(row) : bids.at(row - asks.length));
		return { pair, asks, bids, length, at, cursor: rowOfCursor(asks, bids, cursor) };
	},
);

function rowOfCursor(asks: SideRows, bids: SideRows, cursor: string | undefined): number {
	const last = asks.length + bids.length - 1;
	const parts = cursor === undefined ? undefined : partsOf(cursor);
	if (!parts) return Math.min(last, Math.max(0, asks.length - 1));
	const [side, offset] = parts.isAsk ? [asks, 0] : [bids, asks.length];
	const row = side.rowOf(parts.price);
	const ticks = parts.tick === '' ? [] : (side.at(row)?.level.ticks ?? []);
	const within = ticks.findIndex(({ key }) => key === parts.tick) + 1;
	// A collapsed level has no rows for its ticks.
	const isShown = within > 0 && side.at(row + within)?.tick !== undefined;
	return Math.max(0, Math.min(last, offset + row + (isShown ? within : 0)));
}

/** Returns the rows of the visible book: that of the chosen pair, or of the cursor in the list of pairs. */
export function bookRows(state: State): BookRows {
	const { pairs, asks, bids } = state.market;
	const slice = book.of(state);
	const pair = slice.pair ?? pairsData.of(state).cursor;
	return rowsOf({ ...slice, pair, pairs, asks: asks.books, bids: bids.books });
}

/** Returns the row under the cursor. */
export function currentEntry(state: State): BookEntry | undefined {
	const rows = bookRows(state);
	return rows.cursor < 0 ? undefined : rows.at(rows.cursor);
}
