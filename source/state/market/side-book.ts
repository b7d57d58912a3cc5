import { areSame, compareKeys } from '../../basics/lists.ts';
import { lowerBound } from '../../basics/sorted.ts';
import { addAmounts, type ExactAmount, NO_AMOUNT, subtractAmounts } from '../../protocol/exact-amount.ts';
import type { Tick } from '../../protocol/resources/market.ts';
import {
	type BookPrice,
	type BookTick,
	bookPrice,
	compareAge,
	compareBookPrices,
	isTraded,
	orderKey,
	sameTick,
	sumOf,
	tradedSince,
} from './book-tick.ts';

/** Ticks of one price. */
export interface Level {
	/** The price of the tick that made the level. */
	readonly price: BookPrice;
	/** The oldest first. */
	readonly ticks: readonly BookTick[];
	/** Quantity that is not traded. */
	readonly quantity: ExactAmount;
	/** Time of the last change, Unix ms; 0 if it is unchanged since the first answer. */
	readonly changedAt: number;
}

/** The asks or the bids of a pair of assets. Immutable; unchanged levels stay the same objects. */
export interface SideBook {
	readonly isAsk: boolean;
	/** Best price first. */
	readonly levels: readonly Level[];
	/** Ticks without a price, in the order of their keys. */
	readonly unpriced: readonly BookTick[];
	/** Number of ticks. */
	readonly count: number;
	/** Quantity of all levels that is not traded. */
	readonly volume: ExactAmount;
}

/** A part of an order that was traded. */
export interface Execution {
	readonly tick: BookTick;
	readonly isAsk: boolean;
	readonly quantity: ExactAmount;
}

/** A changed book, and the trades that it shows. */
interface BookChange {
	readonly book: SideBook;
	readonly executions: readonly Execution[];
}

const noTicks = { levels: [], unpriced: [], count: 0, volume: NO_AMOUNT };
const noAsks: SideBook = { ...noTicks, isAsk: true };
const noBids: SideBook = { ...noTicks, isAsk: false };

/** Returns a book without ticks, always the same object. */
export const emptyBook = (isAsk: boolean): SideBook => (isAsk ? noAsks : noBids);

/** Compares two prices: the better one first. */
export function compareBest(isAsk: boolean, a: BookPrice, b: BookPrice): number {
	const order = compareBookPrices(a, b);
	return isAsk ? order : -order;
}

/** Returns the index of the level with a price, or of the first worse one. */
export function levelIndex({ isAsk, levels }: SideBook, price: BookPrice): number {
	return lowerBound(levels, (level) => compareBest(isAsk, level.price, price));
}

/** Returns the level with a price. */
export function levelOf(book: SideBook, price: BookPrice): Level | undefined {
	const level = book.levels[levelIndex(book, price)];
	return level && compareBookPrices(level.price, price) === 0 ? level : undefined;
}

/**
 * Makes a book of ticks in any order. Levels of `before` that did not change stay the same objects; if all of them are
 * the same, so is the book. `before`: undefined for the first answer, which marks no change. `at`: Unix ms.
 */
export function makeBook(
	isAsk: boolean,
	ticks: readonly BookTick[],
	before: SideBook | undefined,
	at: number,
): BookChange {
	const priced: BookTick[] = [];
	const unpriced: BookTick[] = [];
	const known = before && indexOf(before);
	const index = new Map<string, BookTick>();
	for (const each of ticks) {
		if (isTraded(each) || index.has(each.key)) continue;
		const old = known?.get(each.key);
		const tick = old && sameTick(old, each) ? old : each;
		index.set(tick.key, tick);
		(tick.price ? priced : unpriced).push(tick);
	}
	const executions: Execution[] = [];
	const old = before?.levels ?? [];
	let next = 0;
	const levels = levelsOf(isAsk, priced).map((group): Level => {
		const price = priceOf(group[0]);
		while (next < old.length && compareBest(isAsk, priceOf(old[next]?.ticks[0]), price) < 0) next++;
		const level = old[next];
		if (!level || compareBookPrices(level.price, price) !== 0) return newLevel(price, group, before ? at : 0);
		next++;
		if (areSame(level.ticks, group)) return level;
		executions.push(...executionsIn(isAsk, level.ticks, group));
		return newLevel(level.price, group, at);
	});
	unpriced.sort(byKey);
	const rest = before && areSame(before.unpriced, unpriced) ? before.unpriced : unpriced;
	if (before && rest === before.unpriced && areSame(levels, old)) return { book: before, executions };
	const volume = sumOf(levels.map(({ quantity }) => quantity));
	const book = { isAsk, levels, unpriced: rest, count: index.size, volume };
	indexes.set(book, index);
	return { book, executions };
}

const byKey = (a: BookTick, b: BookTick): number => compareKeys(a.key, b.key);

/** Returns ticks grouped by price: the best price first, in it the oldest first. */
function levelsOf(isAsk: boolean, ticks: BookTick[]): readonly (readonly BookTick[])[] {
	ticks.sort((a, b) => compareBest(isAsk, priceOf(a), priceOf(b)) || compareAge(a, b));
	const groups: BookTick[][] = [];
	for (const tick of ticks) {
		const last = groups.at(-1);
		if (last && compareBookPrices(priceOf(last[0]), priceOf(tick)) === 0) last.push(tick);
		else groups.push([tick]);
	}
	return groups;
}

/** Ticks of a level always have a price. This one only satisfies the types. */
const NO_PRICE = bookPrice(NO_AMOUNT, NO_AMOUNT);

/** Returns the price of a tick of a level. */
const priceOf = (tick: BookTick | undefined): BookPrice => tick?.price ?? NO_PRICE;

function newLevel(price: BookPrice, ticks: readonly BookTick[], changedAt: number): Level {
	return { price, ticks, quantity: sumOf(ticks.map(({ rest }) => rest ?? NO_AMOUNT)), changedAt };
}

function executionsIn(
	isAsk: boolean,
	before: readonly BookTick[],
	after: readonly BookTick[],
): readonly Execution[] {
	const known = new Map(before.map((tick) => [tick.key, tick]));
	return after.flatMap((tick): Execution[] => {
		const old = known.get(tick.key);
		const quantity = old && tradedSince(old, tick);
		return quantity ? [{ tick, isAsk, quantity }] : [];
	});
}

/** Adds a tick or replaces that of the same order. A completely traded one is removed. `at`: Unix ms. */
export function putTick(book: SideBook, tick: BookTick, at: number): BookChange {
	const known = findTick(book, tick.tick);
	if (known && sameTick(known, tick)) return { book, executions: [] };
	const quantity = known && tradedSince(known, tick);
	const executions: Execution[] = quantity ? [{ tick, isAsk: book.isAsk, quantity }] : [];
	const without = known ? withoutTick(book, known, at) : book;
	const next = isTraded(tick) ? without : withTick(without, tick, at);
	moveIndex(book, next, (ticks) => {
		if (isTraded(tick)) ticks.delete(tick.key);
		else ticks.set(tick.key, tick);
	});
	return { book: next, executions };
}

/** Removes the tick of an order. Returns the same book if it has none. */
export function removeTick(
	book: SideBook,
	order: Pick<Tick, 'trader_id' | 'order_number'>,
	at: number,
): SideBook {
	const known = findTick(book, order);
	if (!known) return book;
	const next = withoutTick(book, known, at);
	moveIndex(book, next, (ticks) => ticks.delete(known.key));
	return next;
}

/**
 * Ticks of books by their keys. Only the newest version of a book has such an index, because a change moves it to the
 * next version. An earlier version gets a new one.
 */
const indexes = new WeakMap<SideBook, Map<string, BookTick>>();

function indexOf(book: SideBook): Map<string, BookTick> {
	const known = indexes.get(book);
	if (known) return known;
	const index = new Map<string, BookTick>();
	for (const { ticks } of book.levels) for (const tick of ticks) index.set(tick.key, tick);
	for (const tick of book.unpriced) index.set(tick.key, tick);
	indexes.set(book, index);
	return index;
}

/** Moves the index of a book to its next version. `change`: changes the index as the book was changed. */
function moveIndex(before: SideBook, after: SideBook, change: (index: Map<string, BookTick>) => void): void {
	const index = indexes.get(before);
	if (!index || after === before) return;
	indexes.delete(before);
	change(index);
	indexes.set(after, index);
}

/** Returns the tick of an order. */
export function findTick(
	book: SideBook,
	order: Pick<Tick, 'trader_id' | 'order_number'>,
): BookTick | undefined {
	return indexOf(book).get(orderKey(order));
}

function withTick(book: SideBook, tick: BookTick, at: number): SideBook {
	const { price } = tick;
	const count = book.count + 1;
	if (!price) return { ...book, count, unpriced: [...book.unpriced, tick].sort(byKey) };
	const index = levelIndex(book, price);
	const known = book.levels[index];
	const same = known && compareBookPrices(known.price, price) === 0 ? known : undefined;
	const ticks = same ? [...same.ticks, tick].sort(compareAge) : [tick];
	const level: Level = {
		price: same?.price ?? price,
		ticks,
		quantity: addAmounts(same?.quantity ?? NO_AMOUNT, tick.rest ?? NO_AMOUNT),
		changedAt: at,
	};
	const levels = book.levels.toSpliced(index, same ? 1 : 0, level);
	return { ...book, levels, count, volume: addAmounts(book.volume, tick.rest ?? NO_AMOUNT) };
}

function withoutTick(book: SideBook, tick: BookTick, at: number): SideBook {
	const { price } = tick;
	const count = book.count - 1;
	if (!price) return { ...book, count, unpriced: book.unpriced.filter((each) => each !== tick) };
	const index = levelIndex(book, price);
	const level = book.levels[index];
	if (!level) return book;
	const ticks = level.ticks.filter((each) => each !== tick);
	const volume = subtractAmounts(book.volume, tick.rest ?? NO_AMOUNT);
	if (ticks.length === 0) return { ...book, levels: book.levels.toSpliced(index, 1), count, volume };
	const quantity = subtractAmounts(level.quantity, tick.rest ?? NO_AMOUNT);
	const next: Level = { ...level, ticks, quantity, changedAt: at };
	return { ...book, levels: book.levels.with(index, next), count, volume };
}
