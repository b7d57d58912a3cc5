import { addAmounts, type ExactAmount, NO_AMOUNT, subtractAmounts } from '../../protocol/exact-amount.ts';
import type { Tick } from '../../protocol/resources/market.ts';
import {
	type BookPrice,
	type BookTick,
	bookPrice,
	compareAge,
	compareBookPrices,
	isTraded,
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
export interface BookChange {
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
	let low = 0;
	let high = levels.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const level = levels[middle];
		if (level && compareBest(isAsk, level.price, price) < 0) low = middle + 1;
		else high = middle;
	}
	return low;
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
	const seen = new Set<string>();
	for (const tick of ticks) {
		if (isTraded(tick) || seen.has(tick.key)) continue;
		seen.add(tick.key);
		(tick.price ? priced : unpriced).push(tick);
	}
	const executions: Execution[] = [];
	const old = before?.levels ?? [];
	let next = 0;
	const levels = levelsOf(isAsk, priced).map((group): Level => {
		const price = priceOf(group);
		while (next < old.length && compareBest(isAsk, priceOf(old[next]?.ticks), price) < 0) next++;
		const known = old[next];
		const same = known && compareBookPrices(known.price, price) === 0 ? known : undefined;
		if (!same) return newLevel(price, group, before ? at : 0);
		next++;
		const merged = mergeTicks(same.ticks, group);
		if (merged === same.ticks) return same;
		executions.push(...executionsIn(isAsk, same.ticks, merged));
		return newLevel(same.price, merged, at);
	});
	unpriced.sort(compareKeys);
	const rest = before && mergeTicks(before.unpriced, unpriced);
	if (before && rest === before.unpriced && isSameList(levels, old)) return { book: before, executions };
	const volume = sumOf(levels.map(({ quantity }) => quantity));
	const book = { isAsk, levels, unpriced: rest ?? unpriced, count: priced.length + unpriced.length, volume };
	return { book, executions };
}

const compareKeys = (a: BookTick, b: BookTick): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** Returns ticks grouped by price: the best price first, in it the oldest first. */
function levelsOf(isAsk: boolean, ticks: BookTick[]): readonly (readonly BookTick[])[] {
	ticks.sort((a, b) => compareBest(isAsk, priceOf([a]), priceOf([b])) || compareAge(a, b));
	const groups: BookTick[][] = [];
	for (const tick of ticks) {
		const last = groups.at(-1);
		if (last && compareBookPrices(priceOf(last), priceOf([tick])) === 0) last.push(tick);
		else groups.push([tick]);
	}
	return groups;
}

/** Ticks of a level always have a price. This one only satisfies the types. */
const NO_PRICE = bookPrice(NO_AMOUNT, NO_AMOUNT);

/** Returns the price of ticks of a level, which all have one. */
function priceOf(ticks: readonly BookTick[] | undefined): BookPrice {
	return ticks?.[0]?.price ?? NO_PRICE;
}

function newLevel(price: BookPrice, ticks: readonly BookTick[], changedAt: number): Level {
	return { price, ticks, quantity: sumOf(ticks.map(({ rest }) => rest ?? NO_AMOUNT)), changedAt };
}

/** Returns `after` with the objects of equal ticks in `before`; `before` if all are equal. */
function mergeTicks(before: readonly BookTick[], after: readonly BookTick[]): readonly BookTick[] {
	if (isSameList(before, after)) return before;
	const known = new Map(before.map((tick) => [tick.key, tick]));
	const merged = after.map((tick) => {
		const old = known.get(tick.key);
		return old && sameTick(old, tick) ? old : tick;
	});
	return isSameList(before, merged) ? before : merged;
}

function isSameList<Item>(one: readonly Item[], other: readonly Item[]): boolean {
	return one.length === other.length && one.every((item, index) => item === other[index]);
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
	const known = findTick(book, tick.tick, tick.price);
	if (known && sameTick(known, tick)) return { book, executions: [] };
	const quantity = known && tradedSince(known, tick);
	const executions: Execution[] = quantity ? [{ tick, isAsk: book.isAsk, quantity }] : [];
	const without = known ? withoutTick(book, known, at) : book;
	return { book: isTraded(tick) ? without : withTick(without, tick, at), executions };
}

/** Removes the tick of an order. Returns the same book if it has none. */
export function removeTick(
	book: SideBook,
	order: Pick<Tick, 'trader_id' | 'order_number'>,
	at: number,
): SideBook {
	const known = findTick(book, order, undefined);
	return known ? withoutTick(book, known, at) : book;
}

/** Returns the tick of an order. `price`: its likely price, where it is found at once. */
export function findTick(
	book: SideBook,
	{ trader_id, order_number }: Pick<Tick, 'trader_id' | 'order_number'>,
	price: BookPrice | undefined,
): BookTick | undefined {
	const isOf = ({ tick }: BookTick) => tick.order_number === order_number && tick.trader_id === trader_id;
	const likely = price && levelOf(book, price)?.ticks.find(isOf);
	if (likely) return likely;
	for (const { ticks } of book.levels) {
		// A loop over the index is quicker for 10,000 levels of one tick.
		for (let index = 0; index < ticks.length; index++) {
			const tick = ticks[index];
			if (tick && isOf(tick)) return tick;
		}
	}
	return book.unpriced.find(isOf);
}

function withTick(book: SideBook, tick: BookTick, at: number): SideBook {
	const { price } = tick;
	const count = book.count + 1;
	if (!price) return { ...book, count, unpriced: [...book.unpriced, tick].sort(compareKeys) };
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
