import type { Order } from '../../../protocol/resources/market.ts';
import type { State } from '../../../state/core/state.ts';
import type { DialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { cancelRefusal } from '../../../state/market/cancel-dialog.ts';
import { cancelOrder } from '../../actions/cancel-order.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';

/** Returns the order of the dialog, as last listed. */
export function orderToCancel(
	{ market }: Pick<State, 'market'>,
	{ order }: DialogOf<'market-cancel'>,
): Order {
	const { order_number, trader_id } = order;
	const listed = market.orders.list.find(
		({ item }) => item.order_number === order_number && item.trader_id === trader_id,
	);
	return listed?.item ?? order;
}

/** The answers to the question before an order is cancelled. */
export const marketCancelCommands = dialogCommands('market-cancel', [
	{
		id: 'market-cancel-do',
		keys: ['y', 'enter'],
		title: 'Cancel the order',
		hint: 'cancel the order',
		confirms: true,
		when: (state, dialog) => cancelRefusal(orderToCancel(state, dialog)) ?? true,
		run: (context, dialog) => {
			const order = orderToCancel(context.state, dialog);
			context.dispatch({ type: 'close' });
			cancelOrder(order, context);
		},
	},
	closeCommand('market-cancel-keep-order', ['escape', 'n', 'q'], 'Keep the order', 'keep it'),
]);
