import { isPending } from '../../columns/payment-timeline.ts';
import type { Payment, Transaction } from '../../protocol/resources/market.ts';
import type { Failure } from '../connection/connection.ts';
import { changeDialogs, type OpenDialogs } from '../dialogs/open-dialogs.ts';

/** Shows the payments of a transaction. */
export interface PaymentsDialog {
	readonly kind: 'market-payments';
	/** As last listed. */
	readonly transaction: Transaction;
	/** Undefined until the first answer. */
	readonly payments: readonly Payment[] | undefined;
	readonly failure: Failure | undefined;
	/** Whether the payments were read after the end of the transaction. */
	readonly isFinal: boolean;
	/** Index of the chosen payment. */
	readonly chosen: number;
}

/** Returns the dialog of a transaction, without payments yet. */
export function paymentsDialog(transaction: Transaction): PaymentsDialog {
	return {
		kind: 'market-payments',
		transaction,
		payments: undefined,
		failure: undefined,
		isFinal: false,
		chosen: 0,
	};
}

/** Takes an answer for the open dialog. A cursor on the newest payment stays on the newest one. */
export function takePayments<Data extends OpenDialogs>(data: Data, payments: readonly Payment[]): Data {
	return changeDialogs(data, 'market-payments', (dialog) => {
		const isAtEnd = dialog.chosen >= (dialog.payments?.length ?? 0) - 1;
		const last = Math.max(0, payments.length - 1);
		const chosen = isAtEnd ? last : Math.min(dialog.chosen, last);
		return { ...dialog, payments, chosen, failure: undefined, isFinal: !isPending(dialog.transaction) };
	});
}

/** Records that the request for the payments failed, if the dialog is open. Its last payments stay. */
export function failPayments<Data extends OpenDialogs>(data: Data, failure: Failure): Data {
	return changeDialogs(data, 'market-payments', (dialog) => ({ ...dialog, failure }));
}

/** Takes the listed transactions, of which the dialog shows one. */
export function takeTransactionOf<Data extends OpenDialogs>(
	data: Data,
	transactions: readonly Transaction[],
): Data {
	return changeDialogs(data, 'market-payments', (dialog) => {
		const { trader_id, transaction_number } = dialog.transaction;
		const listed = transactions.find(
			(each) => each.trader_id === trader_id && each.transaction_number === transaction_number,
		);
		return listed ? { ...dialog, transaction: listed } : dialog;
	});
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		'market-payments': PaymentsDialog;
	}
}
