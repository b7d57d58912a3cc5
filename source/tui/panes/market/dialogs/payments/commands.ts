import { paymentTimeline, type TimelineRow } from '../../../../../columns/payment-timeline.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import type { State } from '../../../../../state/core/state.ts';
import type { PaymentsDialog } from '../../../../../state/market/payments-dialog.ts';
import { closeCommand, dialogCommands } from '../../../../dialogs/dialog-commands.ts';
import { type CommandContext, showNotice } from '../../../../surfaces/command.ts';
import { listKeys, moveCommands } from '../../../../surfaces/move-commands.ts';

/** Returns the rows of the dialog. The own order determines the direction of payments between wallets. */
export function timelineOf(
	{ transaction, payments = [] }: PaymentsDialog,
	{ market }: Pick<State, 'market'>,
): readonly TimelineRow[] {
	const own = market.orders.list.find(({ item }) => item.order_number === transaction.order_number);
	return paymentTimeline(transaction, payments, own?.item);
}

export const marketPaymentsText = {
	noPayment: 'There is no payment to copy yet.',
	noId: 'The service reports no id of this payment.',
	copied: (what: string) => `Copied, if the terminal allows that: ${what}`,
	shown: (what: string) => `The terminal has no clipboard: ${what}`,
} as const;

function chosenPayment(state: State, dialog: PaymentsDialog): TimelineRow['payment'] | undefined {
	return timelineOf(dialog, state)[dialog.chosen]?.payment;
}

function copyText(text: string, { copy, dispatch }: CommandContext): void {
	const shown = sanitize(text, 200);
	const said = copy(text) ? marketPaymentsText.copied(shown) : marketPaymentsText.shown(shown);
	showNotice('info', said, { dispatch });
}

/** Rows of a page of the timeline. */
const PAGE_ROWS = 8;

export const marketPaymentsCommands = dialogCommands('market-payments', [
	closeCommand('market-payments-close', ['escape', 'q', 'enter']),
	{
		id: 'market-payments-copy',
		keys: ['c', 'y'],
		title: 'Copy the id of the payment',
		hint: 'copy id',
		when: (state, dialog) => {
			const payment = chosenPayment(state, dialog);
			if (!payment) return marketPaymentsText.noPayment;
			return payment.payment_id ? true : marketPaymentsText.noId;
		},
		run: (context, dialog) => {
			const id = chosenPayment(context.state, dialog)?.payment_id;
			if (id) copyText(id, context);
		},
	},
	{
		id: 'market-payments-copy-transaction',
		keys: ['C', 'Y'],
		title: 'Copy trader and number of the transaction',
		hint: 'copy transaction',
		run: (context, { transaction: { trader_id, transaction_number } }) =>
			copyText(`${trader_id} ${transaction_number}`, context),
	},
	...moveCommands('market-payments', {
		keys: listKeys,
		hints: { down: 'down', up: 'up' },
		measure: () => ({ page: PAGE_ROWS }),
	}),
]);
