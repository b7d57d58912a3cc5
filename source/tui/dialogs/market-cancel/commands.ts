import type { Order } from '../../../protocol/resources/market.ts';
import type { State } from '../../../state/core/state.ts';
import { cancelRefusal } from '../../../state/market/cancel-dialog.ts';
import { cancelOrder } from '../../actions/cancel-order.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';

/** Returns the order of the dialog on top, as last listed. */
export function orderToCancel({ dialogs, market }: Pick<State, 'dialogs' | 'market'>): Order | undefined {
	const top = dialogs.at(-1);
	if (top?.kind !== 'market-cancel') return undefined;
	const { order_number, trader_id } = top.order;
	const listed = market.orders.list.find(
		({ item }) => item.order_number === order_number && item.trader_id === trader_id,
	);
	return listed?.item ?? top.order;
}

/** The answers to the question before an order is cancelled. */
export const marketCancelCommands = dialogCommands('market-cancel', [
	{
		id: 'market-cancel-do',
		keys: ['y', 'enter'],
		title: 'Cancel the order',
		hint: 'cancel the order',
		confirms: true,
		when: (state) => {
			const order = orderToCancel(state);
			return order ? (cancelRefusal(order) ?? true) : true;
		},
		run: (context) => {
			const order = orderToCancel(context.state);
			if (!order) return;
			context.dispatch({ type: 'close' });
			cancelOrder(order, context);
		},
	},
	closeCommand('market-cancel-keep-order', ['escape', 'n', 'q'], 'Keep the order', 'keep it'),
]);
