import { type DemoAssetName, type DemoPair, demoPairs } from './assets.ts';

/** An open order. Amounts are units. */
export interface OpenOrder {
	readonly number: number;
	readonly isAsk: boolean;
	readonly pair: DemoPair;
	readonly first: bigint;
	readonly second: bigint;
	readonly traded: bigint;
	/** Time since its creation, s. */
	readonly ageS: number;
}

/** An order to place. */
export interface Offer {
	readonly isAsk: boolean;
	readonly first: { readonly asset: DemoAssetName; readonly units: bigint };
	readonly second: { readonly asset: DemoAssetName; readonly units: bigint };
}

/** Cancels own orders, then places one. */
export interface Action {
	readonly cancel: readonly number[];
	readonly place: Offer;
	/** Whether the placed order takes a part of the order of another trader. */
	readonly isTake: boolean;
}

/** The state on which an action depends. */
interface MarketView {
	/** Number of the action, from 0. */
	readonly step: number;
	readonly own: readonly OpenOrder[];
	readonly others: readonly OpenOrder[];
	/** Sides of others of which the trader takes orders. */
	readonly takes: { readonly asks: boolean; readonly bids: boolean };
	/** Returns a random integer from 0 to below `limit`. */
	below(limit: number): number;
}

/** Numbers of own open orders on each side of a pair. A side with fewer than the minimum is filled first. */
const MAX_ORDERS = 5;
const MIN_ORDERS = 3;
/** The first steps fill the book. After them, each n-th step takes a part of another trader's order. */
export const FIRST_STEPS = 4 * MAX_ORDERS;
const TAKE_INTERVAL = 3;
/** Distance of a price from the current one, thousandths. */
const MIN_SPREAD = 5;
const MAX_SPREAD = 80;
/** A taken order is at most this much worse than the current price, thousandths. */
const MAX_DISADVANTAGE = 25;
/** The current price rises and falls around the usual one by at most this much, thousandths, in this number of steps. */
const DRIFT = 30;
const DRIFT_STEPS = 24;
/** Number of steps after the lowest price at which the trader starts. The price then rises to the user's asks. */
const START_OF_DRIFT = 10;
/** Age of two matching orders after which the own one is cancelled, because they do not trade, s. */
const MAX_CROSSED_S = 20;
/** A smaller part than this of the usual size is not left over. */
const SMALLEST_PART = 8n;

/** Returns the next action of the demo's trader. No own order matches another own one. */
export function nextAction(view: MarketView): Action {
	const { step, own, others, below } = view;
	const stuck = own.filter((order) => others.some((other) => isStuck(order, other)));
	const taken = step >= FIRST_STEPS && (step - FIRST_STEPS) % TAKE_INTERVAL === 0 ? best(view) : undefined;
	if (taken) return actionOf(partOf(taken, below), own, stuck, true);
	const { pair, isAsk } = step < FIRST_STEPS ? sidesInTurn(step) : (thinSide(own) ?? randomSide(below));
	const side = own.filter((order) => order.pair === pair && order.isAsk === isAsk);
	const surplus = side.toSorted((a, b) => b.number - a.number).slice(MAX_ORDERS - 1);
	const spread = MIN_SPREAD + below(MAX_SPREAD - MIN_SPREAD);
	const permille = currentPrice(step) + (isAsk ? spread : -spread);
	const first = (pair.size * BigInt(25 + below(150))) / 100n;
	return actionOf(offerAt(pair, isAsk, first, permille), own, [...stuck, ...surplus], false);
}

/** Returns an offer at a price in thousandths of the usual one. */
export function offerAt(pair: DemoPair, isAsk: boolean, first: bigint, permille: number): Offer {
	const second = (first * pair.price.second * BigInt(permille)) / (pair.price.first * 1000n);
	return offerOf(pair, isAsk, first, second);
}

/** Whether two orders match: the buyer pays at least the price of the seller. */
export function crosses(
	a: Pick<OpenOrder, 'isAsk' | 'pair' | 'first' | 'second'>,
	b: Pick<OpenOrder, 'isAsk' | 'pair' | 'first' | 'second'>,
): boolean {
	const [ask, bid] = a.isAsk ? [a, b] : [b, a];
	return a.isAsk !== b.isAsk && a.pair === b.pair && bid.second * ask.first >= ask.second * bid.first;
}

/** Returns the amounts and the pair of an offer, for `crosses`. */
export function termsOf({
	isAsk,
	first,
	second,
}: Offer): Pick<OpenOrder, 'isAsk' | 'pair' | 'first' | 'second'> {
	const [usual] = demoPairs;
	const pair = demoPairs.find((each) => each.first === first.asset && each.second === second.asset) ?? usual;
	return { isAsk, pair, first: first.units, second: second.units };
}

function actionOf(
	place: Offer,
	own: readonly OpenOrder[],
	ended: readonly OpenOrder[],
	isTake: boolean,
): Action {
	const terms = termsOf(place);
	const crossed = own.filter((order) => crosses(order, terms));
	return { cancel: [...new Set([...ended, ...crossed].map(({ number }) => number))], place, isTake };
}

function isStuck(own: OpenOrder, other: OpenOrder): boolean {
	return Math.min(own.ageS, other.ageS) > MAX_CROSSED_S && crosses(own, other);
}

/** Returns the order of others with the best price for the trader, if one is not far from the current price. */
function best({ step, others, takes }: MarketView): OpenOrder | undefined {
	const price = currentPrice(step);
	const disadvantage = (order: OpenOrder) =>
		order.isAsk ? permilleOf(order) - price : price - permilleOf(order);
	return others
		.filter(({ isAsk, first, traded }) => (isAsk ? takes.asks : takes.bids) && traded < first && first > 0n)
		.filter((order) => disadvantage(order) <= MAX_DISADVANTAGE)
		.toSorted((a, b) => disadvantage(a) - disadvantage(b))[0];
}

/** Returns the price of an order in thousandths of the usual one. */
function permilleOf({ pair, first, second }: OpenOrder): number {
	return Number((second * pair.price.first * 1_000_000n) / (first * pair.price.second)) / 1000;
}

function sidesInTurn(step: number): { readonly pair: DemoPair; readonly isAsk: boolean } {
	const [first] = demoPairs;
	return { pair: demoPairs[(step >> 1) % demoPairs.length] ?? first, isAsk: step % 2 === 0 };
}

/** Returns the side with the fewest own orders, if these are too few. */
function thinSide(
	own: readonly OpenOrder[],
): { readonly pair: DemoPair; readonly isAsk: boolean } | undefined {
	return demoPairs
		.flatMap((pair) => [true, false].map((isAsk) => ({ pair, isAsk })))
		.map((side) => ({
			...side,
			count: own.filter(({ pair, isAsk }) => pair === side.pair && isAsk === side.isAsk).length,
		}))
		.filter(({ count }) => count < MIN_ORDERS)
		.toSorted((a, b) => a.count - b.count)[0];
}

function randomSide(below: MarketView['below']): { readonly pair: DemoPair; readonly isAsk: boolean } {
	const [first] = demoPairs;
	return { pair: demoPairs[below(demoPairs.length)] ?? first, isAsk: below(2) === 0 };
}

/** Returns the current price, thousandths of the usual one. It rises and falls in turn after the first steps. */
function currentPrice(step: number): number {
	const at = (Math.max(0, step - FIRST_STEPS) + START_OF_DRIFT) % DRIFT_STEPS;
	const half = DRIFT_STEPS / 2;
	return 1000 - DRIFT + Math.round((DRIFT * 2 * (half - Math.abs(at - half))) / half);
}

/** Returns an offer that matches a part of an order at its price. */
function partOf({ isAsk, pair, first, second, traded }: OpenOrder, below: MarketView['below']): Offer {
	const remaining = first - traded;
	const part = (first * BigInt(15 + below(25))) / 100n;
	const quantity = remaining - part >= pair.size / SMALLEST_PART ? part : remaining;
	// The price must not be worse for the other trader, so a buyer rounds up and a seller down.
	const product = quantity * second;
	const payment = isAsk ? (product + first - 1n) / first : product / first;
	return offerOf(pair, !isAsk, quantity, payment);
}

function offerOf(pair: DemoPair, isAsk: boolean, first: bigint, second: bigint): Offer {
	return {
		isAsk,
		first: { asset: pair.first, units: first },
		second: { asset: pair.second, units: second > 0n ? second : 1n },
	};
}
