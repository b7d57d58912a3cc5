import { paymentTimeline, type TimelineRow } from '../../../columns/payment-timeline.ts';
import type { State } from '../../../state/core/state.ts';
import type { PaymentsDialog } from '../../../state/market/payments-dialog.ts';

/** Returns the rows of the dialog. The own order determines the direction of payments between wallets. */
export function timelineOf(
	{ transaction, payments = [] }: PaymentsDialog,
	{ market }: Pick<State, 'market'>,
): readonly TimelineRow[] {
	const own = market.orders.list.find(({ item }) => item.order_number === transaction.order_number);
	return paymentTimeline(transaction, payments, own?.item);
}
