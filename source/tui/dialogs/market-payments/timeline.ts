import type { State } from '../../../state/core/state.ts';
import { paymentTimeline, type TimelineRow } from '../../../state/market/payment-timeline.ts';
import type { PaymentsDialog } from '../../../state/market/payments-dialog.ts';

/** Returns the rows of the dialog. */
export function timelineOf(
	{ transaction, payments = [] }: PaymentsDialog,
	_state: State,
): readonly TimelineRow[] {
	return paymentTimeline(transaction, payments, undefined);
}
