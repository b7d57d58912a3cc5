import type { Order } from '../../protocol/resources/market.ts';
import { bookQueries, marketQueries } from '../../state/market/market-queries.ts';
import type { CommandContext } from '../commands/command.ts';
import { orderText } from '../dialogs/market-cancel/text.ts';

export const cancelOrderText = {
	doing: (order: string) => `Cancelling ${order}`,
	done: (order: string) => `Cancelled ${order}.`,
} as const;

/** Cancels an own order. The news follows the answer of the service. */
export function cancelOrder(order: Order, { write }: Pick<CommandContext, 'write'>): void {
	const text = orderText(order);
	write({
		queue: `order ${order.order_number}`,
		send: (client) => client.verified.cancelOrder(order.order_number),
		doing: cancelOrderText.doing(text),
		done: { level: 'info', text: cancelOrderText.done(text) },
		stale: [...marketQueries, ...bookQueries],
	});
}
