import type { State } from '../../../state/core/state.ts';
import { inputDialog } from '../../../state/market/input-dialog.ts';
import { orderForm } from '../../../state/market/order-form.ts';
import { paymentsDialog } from '../../../state/market/payments-dialog.ts';
import { type Command, commandsOf, onSubject } from '../../surfaces/command.ts';
import { isAbsent, isUndeclared } from './absence.ts';
import {
	marketSection,
	orderAtCursor,
	pairAtCursor,
	prefillAtCursor,
	requiredInput,
	transactionAtCursor,
} from './cursor-subjects.ts';
import { cancelRefusal } from './dialogs/cancel.ts';
import { book } from './sections/book/slice.ts';
import { marketText } from './texts.ts';

const tradeRefusals = {
	noOrder: 'No order of yours under the cursor. Press m for your orders.',
	noTransaction: 'No transaction under the cursor. Press t for your transactions.',
	noPair: 'No order or transaction under the cursor.',
	noInput: 'No wallet waits for input. Press l for the balances.',
	unknownInput: 'This service does not report the input that its wallets wait for.',
} as const;

/** Returns a condition or search that first requires a market. */
const inMarket =
	<Found>(find: (state: State) => Found | string) =>
	(state: State): Found | string =>
		isAbsent(state) ? marketText.absent : find(state);

function newOrder(id: string, key: string, isAsk: boolean, hint: string): Command {
	const kind = isAsk ? 'ask' : 'bid';
	return {
		id,
		scope: 'market',
		keys: [key],
		title: `Place ${isAsk ? 'an ask: sell' : 'a bid: buy'}`,
		words: `new order offer trade ${kind}`,
		hint,
		when: inMarket<true>((state) => (isUndeclared(state) ? marketText.undeclared.join(' ') : true)),
		run: ({ state, dispatch }) =>
			dispatch({ type: 'open', dialog: orderForm(prefillAtCursor(state, isAsk)) }),
	};
}

/** Commands that trade, in all sections of the market. */
export const tradeCommands = commandsOf('market', [
	newOrder('market-ask', 'a', true, 'ask'),
	newOrder('market-bid', 'A', false, 'bid'),
	{
		id: 'market-cancel-order',
		keys: ['d', 'delete'],
		title: 'Cancel your order under the cursor; asks first',
		words: 'remove delete withdraw',
		hint: 'cancel order',
		...onSubject(
			inMarket((state) => {
				const order = orderAtCursor(state);
				return order ? (cancelRefusal(order) ?? order) : tradeRefusals.noOrder;
			}),
			(order, { dispatch }) => dispatch({ type: 'open', dialog: { kind: 'market-cancel', order } }),
		),
	},
	{
		id: 'market-payments-show',
		group: 'view',
		scope: 'market-transactions',
		keys: ['enter'],
		title: 'Show the payments of the transaction',
		words: 'timeline settlement',
		hint: 'payments',
		...onSubject(
			inMarket((state) => transactionAtCursor(state) ?? tradeRefusals.noTransaction),
			(transaction, { dispatch }) => dispatch({ type: 'open', dialog: paymentsDialog(transaction) }),
		),
	},
	{
		id: 'market-go-to-book',
		group: 'move',
		keys: ['v'],
		title: 'Show the order book of the order or transaction',
		words: 'pair view',
		when: inMarket<true>((state) => (pairAtCursor(state) === undefined ? tradeRefusals.noPair : true)),
		run: ({ state, dispatch }) => {
			const pair = pairAtCursor(state);
			if (pair === undefined) return;
			dispatch(book.message(state, { pair, cursor: undefined }));
			if (marketSection(state) !== 'market-book')
				dispatch({ type: 'section', pane: 'market', section: 'market-book' });
		},
	},
	{
		id: 'market-provide-input',
		keys: ['i'],
		title: 'Give a wallet the input that it waits for',
		words: 'passphrase password unlock wallet',
		urgent: (state) => requiredInput(state) !== undefined,
		hint: 'wallet input',
		...onSubject(
			inMarket((state) => {
				const isUnknown = state.market.assets.failure?.kind === 'absent';
				return requiredInput(state) ?? (isUnknown ? tradeRefusals.unknownInput : tradeRefusals.noInput);
			}),
			(required, { dispatch }) => dispatch({ type: 'open', dialog: inputDialog(required) }),
		),
	},
]);
