import { type DemoAssetName, type DemoPair, demoPairs } from './assets.ts';

/** An open order. Amounts are units. */
export interface OpenOrder {
	readonly number: number;
	readonly isAsk: boolean;
	readonly pair: DemoPair;
	readonly first: bigint;
	readonly second: bigint;
	readonly traded: bigint;
}

/** An order to place. */
export interface Offer {
	readonly isAsk: boolean;
	readonly first: { readonly asset: DemoAssetName; readonly units: bigint };
	readonly second: { readonly asset: DemoAssetName; readonly units: bigint };
}

export type Action =
	| { readonly kind: 'place'; readonly offer: Offer }
	| { readonly kind: 'cancel'; readonly order: number }
	/** Takes a part of the order of another trader. */
	| { readonly kind: 'take'; readonly offer: Offer };

/** The state on which an action depends. */
export interface MarketView {
	/** Number of the action, from 0. */
	readonly step: number;
	readonly own: readonly OpenOrder[];
	readonly others: readonly OpenOrder[];
	/** Whether the trader may still take orders of others. */
	readonly mayTake: boolean;
	/** Returns a random integer from 0 to below `limit`. */
	below(limit: number): number;
}

/** Number of own open orders on each side of a pair. */
const MAX_ORDERS = 5;
/** The first steps fill the book. After them, each n-th step takes a part of another trader's order. */
export const FIRST_STEPS = 4 * MAX_ORDERS;
const TAKE_INTERVAL = 3;
/** Distance of a price from the usual one, thousandths. */
const MIN_SPREAD = 5;
const MAX_SPREAD = 80;
/** A taken order is at most this much worse than the usual price, thousandths. */
const MAX_DISADVANTAGE = 150n;
/** The usual price rises and falls by at most this much, thousandths, in this number of steps. */
const DRIFT = 30;
const DRIFT_STEPS = 120;
/** Distances of the user's first orders from the usual price, thousandths, and their size in usual sizes. */
const OWN_SPREADS = [32n, 48n];
const OWN_SIZE = 2n;
/** A smaller part than this of the usual size is not left over. */
const SMALLEST_PART = 20n;

/** Returns the next action of the demo's trader. */
export function nextAction(view: MarketView): Action {
	const { step, own, others, mayTake, below } = view;
	const { pair, isAsk } = step < FIRST_STEPS ? sidesInTurn(step) : randomSide(below);
	if (mayTake && step >= FIRST_STEPS && (step - FIRST_STEPS) % TAKE_INTERVAL === 0) {
		const fair = others.filter(isFair);
		const taken = fair[below(fair.length)];
		if (taken) return { kind: 'take', offer: partOf(taken, below) };
	}
	const side = own.filter((order) => order.pair === pair && order.isAsk === isAsk);
	const [oldest] = side.toSorted((a, b) => a.number - b.number);
	if (oldest && side.length >= MAX_ORDERS) return { kind: 'cancel', order: oldest.number };
	const spread = MIN_SPREAD + below(MAX_SPREAD - MIN_SPREAD);
	const permille = BigInt(1000 + drift(step) + (isAsk ? spread : -spread));
	const first = (pair.size * BigInt(25 + below(150))) / 100n;
	const second = (first * pair.price.second * permille) / (pair.price.first * 1000n);
	return { kind: 'place', offer: offerOf(pair, isAsk, first, second) };
}

/** Returns the first orders of the demo's user. The trader takes them part by part. */
export function firstOffers(): readonly Offer[] {
	const [pair] = demoPairs;
	return OWN_SPREADS.flatMap((spread) =>
		[true, false].map((isAsk) => {
			const permille = 1000n + (isAsk ? spread : -spread);
			const second = (pair.size * OWN_SIZE * pair.price.second * permille) / (pair.price.first * 1000n);
			return offerOf(pair, isAsk, pair.size * OWN_SIZE, second);
		}),
	);
}

function sidesInTurn(step: number): { readonly pair: DemoPair; readonly isAsk: boolean } {
	const [first] = demoPairs;
	return { pair: demoPairs[(step >> 1) % demoPairs.length] ?? first, isAsk: step % 2 === 0 };
}

function randomSide(below: MarketView['below']): { readonly pair: DemoPair; readonly isAsk: boolean } {
	const [first] = demoPairs;
	return { pair: demoPairs[below(demoPairs.length)] ?? first, isAsk: below(2) === 0 };
}

/** Returns the change of the usual price, thousandths. It rises and falls in turn. */
function drift(step: number): number {
	const at = step % DRIFT_STEPS;
	const half = DRIFT_STEPS / 2;
	return Math.round((DRIFT * (half - Math.abs(at - half)) * 2) / half) - DRIFT;
}

/** Whether the trader can take an order without a large disadvantage, and a part of it is left. */
function isFair({ isAsk, pair, first, second, traded }: OpenOrder): boolean {
	if (traded >= first || first <= 0n) return false;
	// The prices second/first and pair.price, both times 1000.
	const price = second * pair.price.first * 1000n;
	const usual = pair.price.second * first;
	return isAsk ? price <= usual * (1000n + MAX_DISADVANTAGE) : price >= usual * (1000n - MAX_DISADVANTAGE);
}

/** Returns an offer that matches a part of an order at its price. */
function partOf({ isAsk, pair, first, second, traded }: OpenOrder, below: MarketView['below']): Offer {
	const remaining = first - traded;
	const part = (remaining * BigInt(10 + below(15))) / 100n;
	const quantity = part >= pair.size / SMALLEST_PART ? part : remaining;
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
