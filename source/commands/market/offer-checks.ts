import { MAX_TIMEOUT_S } from '../../basics/market/order.ts';
import { compareAmounts, type ExactAmount } from '../../protocol/exact-amount.ts';
import { isOpenOrder, type Order } from '../../protocol/resources/market.ts';
import { parseAmount } from '../../service/market/amount.ts';
import { marketText } from '../../service/market/host/market-text.ts';
import { MAX_TICKS_PER_TRADER } from '../../service/market/trading/tick-limits.ts';
import { CommandFailure, usage } from '../declaration/failure.ts';
import { assertDeclared, type DeclaredAssets } from './declared-assets.ts';
import type { Draft } from './order-books.ts';

/** The checks of an offer by our own service, with the names of the command's arguments. */

export const offerCheckText = {
	validFor: `--valid-for must be at most ${MAX_TIMEOUT_S} seconds (${MAX_TIMEOUT_S / 86_400} days).`,
} as const;

/** Parts of an offer that cannot be checked before it is sent. */
type Unchecked = 'assets' | 'decimals' | 'validity' | 'balance';

/** Fails if the service would refuse a value, whatever it holds. Checks nothing if the assets are unknown. */
export function assertValues(
	draft: Draft,
	validFor: number | undefined,
	assets: DeclaredAssets | undefined,
): void {
	if (!assets) return;
	assertDeclared(draft.firstType, assets);
	assertDeclared(draft.secondType, assets);
	assertAmount('first-amount', draft.firstAmount, draft.firstType, assets);
	assertAmount('second-amount', draft.secondAmount, draft.secondType, assets);
	if (validFor !== undefined && validFor > MAX_TIMEOUT_S) throw usage(offerCheckText.validFor);
}

/** Fails if the service would refuse the offer now: too many open orders, or an insufficient balance. */
export function assertPlaceable(
	draft: Draft,
	orders: readonly Order[],
	assets: DeclaredAssets | undefined,
): void {
	if (!assets) return;
	const open = orders.filter(isOpenOrder);
	if (open.length >= MAX_TICKS_PER_TRADER) throw new CommandFailure(marketText.tooManyOrders);
	const [amount, type] = paymentOf(draft);
	const available = assets.get(type)?.available;
	if (available && compareAmounts(available, amount) < 0) {
		throw new CommandFailure(marketText.insufficient(type, available.text));
	}
}

export function uncheckedOf(draft: Draft, assets: DeclaredAssets | undefined): readonly Unchecked[] {
	if (!assets) return ['assets', 'decimals', 'validity', 'balance'];
	const [, type] = paymentOf(draft);
	return assets.get(type)?.available ? [] : ['balance'];
}

/** Whether the service refused a value of the request. */
export function isBadRequest(error: unknown): boolean {
	return error instanceof Error && 'status' in error && error.status === 400;
}

/** Returns the amount that the own wallet pays: an ask pays the first asset. */
function paymentOf(draft: Draft): readonly [ExactAmount, string] {
	return draft.isAsk ? [draft.firstAmount, draft.firstType] : [draft.secondAmount, draft.secondType];
}

function assertAmount(name: string, amount: ExactAmount, type: string, assets: DeclaredAssets): void {
	const precision = assets.get(type)?.precision ?? 0;
	const units = parseAmount(amount.text, precision);
	if (typeof units !== 'bigint') throw usage(marketText.amount[units](name, type, precision));
}
