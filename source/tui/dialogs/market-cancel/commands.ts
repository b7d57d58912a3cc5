import { cancelOrder } from '../../actions/cancel-order.ts';
import type { Command } from '../../commands/command.ts';

/** The answers to the question before an order is cancelled. */
export const marketCancelCommands: readonly Command[] = [
	{
		id: 'market-cancel-do',
		scope: 'market-cancel',
		keys: ['y', 'enter'],
		title: 'Cancel the order',
		hint: 'cancel the order',
		confirms: true,
		run: (context) => {
			const top = context.state.dialogs.at(-1);
			if (top?.kind !== 'market-cancel') return;
			context.dispatch({ type: 'close' });
			cancelOrder(top.order, context);
		},
	},
	{
		id: 'market-cancel-leave',
		scope: 'market-cancel',
		keys: ['escape', 'n', 'q'],
		title: 'Keep the order',
		hint: 'keep it',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
];
