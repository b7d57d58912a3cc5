import { findMatches } from '../../basics/market/find-matches.ts';
import { hold, limitPayment } from '../../basics/market/hold.ts';
import { createOrder, MAX_TIMEOUT_S, type Order } from '../../basics/market/order.ts';
import {
	addAmounts,
	type ExactAmount,
	exactAmount,
	subtractAmounts,
	unitsOf,
} from '../../protocol/exact-amount.ts';
import type { Tick } from '../../protocol/resources/market.ts';
import { type KnownAssets, precisionOf } from './known-assets.ts';
import { priceOf } from './order-values.ts';
import type { OrderTerms } from './read-order-form.ts';

/** A trade that would follow at once. */
interface ShownMatch {
	readonly quantity: ExactAmount;
	readonly payment: ExactAmount;
	/** Price of the partner's order, for one whole first asset. A rounded one begins with '~'. */
	readonly price: string;
	/** Untrusted. */
	readonly trader: string;
}

/** An available balance before and after an order is placed. */
export interface BalanceAfter {
	readonly asset: string;
	readonly before: ExactAmount;
	/** Below zero if the balance is not sufficient. */
	readonly after: ExactAmount;
}

/** Effects of an order, as far as the cockpit knows the book. */
export interface OrderPreview {
	readonly matches: readonly ShownMatch[];
	readonly quantity: ExactAmount;
	readonly payment: ExactAmount;
	/** Average price of the trades; '' without trades. Rounded if `isAverageExact` is false. */
	readonly average: string;
	readonly isAverageExact: boolean;
	/** Quantity that stays in the book. */
	readonly rest: ExactAmount;
	/** Balances that the service reports. The order holds all that it gives, and receives only the trades. */
	readonly balances: readonly BalanceAfter[];
}

/** Own trader and time of a preview. */
interface PreviewContext {
	/** Own orders do not match. Undefined if the trader is unknown. */
	readonly trader: string | undefined;
	/** Unix ms. */
	readonly nowMs: number;
}

/**
 * Returns the trades of an order with the other side of the displayed book, and the balances after it. `opposite`: ticks
 * of the pair in price-time order.
 */
export function previewTerms(
	terms: OrderTerms,
	opposite: readonly Tick[],
	known: KnownAssets,
	{ trader, nowMs }: PreviewContext,
): OrderPreview {
	const { isAsk } = terms;
	const scale = scaleOf(terms, opposite, known);
	const order = createOrder({
		trader: trader ?? '',
		number: 0,
		isAsk,
		assets: { first: terms.firstAsset, second: terms.secondAsset },
		first: unitsOf(terms.first, scale.first),
		second: unitsOf(terms.second, scale.second),
		timestampMs: nowMs,
		timeoutS: MAX_TIMEOUT_S,
	});
	const matches = findMatches(order, bookOrders(opposite, terms, scale), nowMs);
	const quantity = matches.reduce((sum, match) => sum + match.quantity, 0n);
	const payment = matches.reduce((sum, match) => sum + match.payment, 0n);
	const rest = order.first - quantity;
	const matched = matches.reduce((held, match) => hold(held, match.quantity).order, order);
	// The payment for the rest if it trades at the price of the order.
	const restPayment = rest > 0n ? limitPayment(matched, rest) : 0n;
	const first = (units: bigint) => exactAmount(units, scale.first);
	const second = (units: bigint) => exactAmount(units, scale.second);
	const average = priceOf(first(quantity), second(payment));
	return {
		matches: matches.map((match) => ({
			quantity: first(match.quantity),
			payment: second(match.payment),
			price: markedPrice(first(match.partner.first), second(match.partner.second)),
			trader: match.partner.trader,
		})),
		quantity: first(quantity),
		payment: second(payment),
		average: quantity === 0n ? '' : average.text,
		isAverageExact: average.isExact,
		rest: first(rest),
		balances: balancesAfter(
			terms,
			isAsk
				? { first: terms.first, second: second(payment) }
				: { first: first(quantity), second: second(payment + restPayment) },
			known,
		),
	};
}

function markedPrice(first: ExactAmount, second: ExactAmount): string {
	const { text, isExact } = priceOf(first, second);
	return isExact ? text : `~${text}`;
}

/** Returns the balances of both assets after they change by amounts. */
function balancesAfter(
	{ isAsk, firstAsset, secondAsset }: OrderTerms,
	changes: { readonly first: ExactAmount; readonly second: ExactAmount },
	{ declared = [] }: KnownAssets,
): readonly BalanceAfter[] {
	const sides = [
		{ asset: firstAsset, amount: changes.first, isGiven: isAsk },
		{ asset: secondAsset, amount: changes.second, isGiven: !isAsk },
	];
	return sides.flatMap(({ asset, amount, isGiven }) => {
		const before = declared.find(({ name }) => name === asset)?.available;
		if (!before) return [];
		if (amount.digits === 0n) return [{ asset, before, after: before }];
		const after = isGiven ? subtractAmounts(before, amount) : addAmounts(before, amount);
		return [{ asset, before, after }];
	});
}

/** Numbers of decimals of both assets. */
interface Scale {
	readonly first: number;
	readonly second: number;
}

/**
 * Returns the numbers of decimals that all amounts fit in. Without a declared precision, the smallest unit is that of the
 * most precise amount.
 */
function scaleOf(
	{ firstAsset, secondAsset, ...terms }: OrderTerms,
	ticks: readonly Tick[],
	known: KnownAssets,
): Scale {
	let first = Math.max(precisionOf(known, firstAsset) ?? 0, terms.first.decimals);
	let second = Math.max(precisionOf(known, secondAsset) ?? 0, terms.second.decimals);
	for (const { assets, traded } of ticks) {
		first = Math.max(first, assets.first.amount?.decimals ?? 0, traded?.decimals ?? 0);
		second = Math.max(second, assets.second.amount?.decimals ?? 0);
	}
	return { first, second };
}

/** Returns the other side's ticks as orders, one after the other. Those without positive amounts are skipped. */
function* bookOrders(ticks: readonly Tick[], terms: OrderTerms, scale: Scale): Generator<Order, void> {
	const assets = { first: terms.firstAsset, second: terms.secondAsset };
	for (const { trader_id, order_number, assets: sides, traded, timestamp, timeout } of ticks) {
		const { amount: first } = sides.first;
		const { amount: second } = sides.second;
		if (!first || !second || first.digits <= 0n || second.digits <= 0n) continue;
		const isTimed = timestamp !== undefined && timeout !== undefined;
		yield createOrder(
			{
				trader: trader_id,
				number: order_number,
				isAsk: !terms.isAsk,
				assets,
				first: unitsOf(first, scale.first),
				second: unitsOf(second, scale.second),
				timestampMs: Math.round((timestamp ?? 0) * 1_000),
				timeoutS: isTimed ? timeout : Number.POSITIVE_INFINITY,
			},
			{ traded: traded ? unitsOf(traded, scale.first) : 0n },
		);
	}
}
