/**
 * The trades that an order would make with the displayed book. The same rules as those of the service's matching, so
 * that the preview is exact: price-time priority, the price of the older order, and rounding in favor of the older
 * order. Amounts are the smallest units of their assets.
 */

/** An order as far as it matters for trades. */
export interface PreviewOrder {
	readonly trader: string;
	readonly number: number;
	readonly isAsk: boolean;
	/** Quantity, units of the first asset. Positive. */
	readonly first: bigint;
	/** Payment for the whole quantity, units of the second asset. Positive. */
	readonly second: bigint;
	/** Traded quantity. */
	readonly traded: bigint;
	/** Unix ms. */
	readonly timestampMs: number;
	/** Unix ms; undefined if the service does not report it. */
	readonly expiryMs: number | undefined;
}

/** A trade with one order of the book. */
export interface PreviewMatch {
	readonly partner: PreviewOrder;
	/** Units of the first asset. */
	readonly quantity: bigint;
	/** Units of the second asset. */
	readonly payment: bigint;
}

export interface Preview {
	/** In the sequence in which they match. */
	readonly matches: readonly PreviewMatch[];
	/** Sums of all matches. */
	readonly quantity: bigint;
	readonly payment: bigint;
	/** Quantity that stays in the book. */
	readonly rest: bigint;
	/** The payment for the rest if it trades at the price of the order. */
	readonly restPayment: bigint;
}

/**
 * Returns the trades of an order with the other side of the book, which is in price-time order. Reads no more of it
 * than necessary.
 */
export function previewOrder(order: PreviewOrder, opposite: Iterable<PreviewOrder>, nowMs: number): Preview {
	const matches: PreviewMatch[] = [];
	let rest = order.first - order.traded;
	let payment = 0n;
	let credit = creditOf(order, order.traded);
	for (const partner of opposite) {
		if (rest <= 0n || !crosses(order, partner)) break;
		if (partner.trader === order.trader || !isOpen(partner, nowMs)) continue;
		const left = partner.first - partner.traded;
		const quantity = left < rest ? left : rest;
		const own = limitPayment(order, quantity, credit);
		const other = limitPayment(partner, quantity, creditOf(partner, partner.traded));
		const [least, most] = order.isAsk ? [own, other] : [other, own];
		if (least > most) continue;
		const older = compareAge(order, partner) < 0 ? order : partner;
		const paid = older.isAsk ? least : most;
		matches.push({ partner, quantity, payment: paid });
		payment += paid;
		rest -= quantity;
		// A reservation can only use credit. It gains credit when it is settled.
		const over = quantity * order.second - own * order.first;
		const change = order.isAsk ? -over : over;
		if (change < 0n) credit += change;
	}
	const quantity = matches.reduce((sum, match) => sum + match.quantity, 0n);
	const restPayment = rest > 0n ? limitPayment(order, rest, credit) : 0n;
	return { matches, quantity, payment, rest: rest > 0n ? rest : 0n, restPayment };
}

function isOpen({ first, traded, expiryMs }: PreviewOrder, nowMs: number): boolean {
	return traded < first && (expiryMs === undefined || nowMs < expiryMs);
}

/** Whether the bid pays at least the price of the ask. */
function crosses(order: PreviewOrder, partner: PreviewOrder): boolean {
	const [ask, bid] = order.isAsk ? [order, partner] : [partner, order];
	return comparePrices(bid, ask) >= 0;
}

/** Compares two prices by cross-multiplication: nothing is divided. */
function comparePrices(a: Pick<PreviewOrder, 'first' | 'second'>, b: typeof a): number {
	const left = a.second * b.first;
	const right = b.second * a.first;
	return left < right ? -1 : left > right ? 1 : 0;
}

/** Compares two orders of the same side by price-time priority: best price first, then oldest first. */
export function comparePriority(a: PreviewOrder, b: PreviewOrder): number {
	const price = comparePrices(a, b);
	return price === 0 ? compareAge(a, b) : a.isAsk ? price : -price;
}

function compareAge(a: PreviewOrder, b: PreviewOrder): number {
	if (a.timestampMs !== b.timestampMs) return a.timestampMs - b.timestampMs;
	if (a.trader !== b.trader) return a.trader < b.trader ? -1 : 1;
	return a.number - b.number;
}

/** Returns the rounding credit of an order, of which a quantity is traded. Units of the second asset times `first`. */
function creditOf({ isAsk, first, second }: PreviewOrder, traded: bigint): bigint {
	const fraction = (traded * second) % first;
	return isAsk && fraction > 0n ? first - fraction : fraction;
}

/** Returns the worst payment that an order accepts for a quantity: a bid pays at most it, an ask receives at least it. */
function limitPayment({ isAsk, first, second }: PreviewOrder, quantity: bigint, credit: bigint): bigint {
	const exact = quantity * second;
	if (!isAsk) return (exact + credit) / first;
	const owed = exact - credit;
	return owed <= 0n ? 0n : (owed + first - 1n) / first;
}
