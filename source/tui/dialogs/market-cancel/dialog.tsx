import type { Order } from '../../../protocol/resources/market.ts';
import type { State } from '../../../state/core/state.ts';
import type { DialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { cancelRefusal } from '../../../state/market/cancel-dialog.ts';
import { cancelOrder } from '../../actions/cancel-order.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { Answers, Dialog, Gap, Paragraph } from '../kit/index.ts';
import { cancelDialogText, leftSentences } from './text.ts';

/** Returns the order of the dialog, as last listed. */
function orderToCancel({ market }: Pick<State, 'market'>, { order }: DialogOf<'market-cancel'>): Order {
	const { order_number, trader_id } = order;
	const listed = market.orders.list.find(
		({ item }) => item.order_number === order_number && item.trader_id === trader_id,
	);
	return listed?.item ?? order;
}

/** The answers to the question before an order is cancelled. */
const marketCancelCommands = dialogCommands('market-cancel', [
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

const WIDTH = 70;

/** Asks before an own order is cancelled, and states the effects. */
function MarketCancelDialog({ dialog, state, ...screen }: DialogProps<'market-cancel'>) {
	const order = orderToCancel(state, dialog);
	const refusal = cancelRefusal(order);
	const question = cancelDialogText.question(order);
	return (
		<Dialog title={cancelDialogText.title} spoken={question} columns={WIDTH} screen={screen}>
			<Paragraph most={3}>{question}</Paragraph>
			<Paragraph isLive>{leftSentences(order)}</Paragraph>
			<Paragraph token="warning" isLive>
				{refusal ?? cancelDialogText.noUndo}
			</Paragraph>
			<Gap />
			<Answers commands={marketCancelCommands} isStacked />
		</Dialog>
	);
}

export const marketCancelDialog: DialogSurface<'market-cancel'> = {
	kind: 'market-cancel',
	title: 'Cancel an order',
	commands: marketCancelCommands,
	showsKeys: true,
	view: MarketCancelDialog,
};
