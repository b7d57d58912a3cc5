import { NO_AMOUNT, parseExactAmount } from '../../source/protocol/exact-amount.ts';
import type { Order, Payment, Transaction } from '../../source/protocol/resources/market.ts';
import type { State } from '../../source/state/core/state.ts';
import { editInput, type InputDialog, inputDialog } from '../../source/state/market/input-dialog.ts';
import {
	editOrderForm,
	focusField,
	type OrderForm,
	orderForm,
} from '../../source/state/market/order-form.ts';
import { paymentsDialog, takePayments } from '../../source/state/market/payments-dialog.ts';
import { editLine, emptyLine, insertText } from '../../source/state/surfaces/line-edit.ts';
import { update } from '../../source/tui/shell/update.ts';
import { hardNames } from './hard-names.ts';
import { marketScreens } from './market-states.ts';
import { listed, now } from './states.ts';

const shownBook = marketScreens['market-book'] ?? listed;
const withAssets = update(shownBook, {
	type: 'answer',
	query: 'market-order:assets',
	endpoint: 'listAssets',
	answer: {
		assets: ['MB', 'BTC', 'EUR'].map((name, index) => ({
			name,
			precision: 8,
			balance: parseExactAmount(['120000', '150', '7'][index] ?? '') ?? null,
			available: parseExactAmount(['120000', '130.5', '7'][index] ?? '') ?? null,
			input_required: index === 2 ? { kind: 'passphrase', question: 'Passphrase?' } : null,
		})),
	},
	at: now,
});
const opened = (form: OrderForm, state: State = shownBook): State =>
	update(state, { type: 'open', dialog: form });
const typed = (form: OrderForm, text: string) =>
	editOrderForm({ ...form, line: editLine(form.line, 'delete-to-start') }, (line) => insertText(line, text));

const pairOf = { firstAsset: 'MB', secondAsset: 'BTC' };
const ask = orderForm({ isAsk: true, ...pairOf, price: '0.0203' });
const bid = orderForm({ isAsk: false, ...pairOf, price: '0.021' });
const names = Object.values(hardNames);
const hard = orderForm({ isAsk: false, firstAsset: names.join(''), secondAsset: names[1] ?? '' });

const amount = (text: string) => parseExactAmount(text) ?? NO_AMOUNT;
const pair = (first: string, second: string) => ({
	first: { amount: amount(first), type: 'MB' },
	second: { amount: amount(second), type: 'BTC' },
});
const trader = 'f'.repeat(64);
const order: Order = {
	trader_id: trader,
	order_number: 12,
	timestamp: now / 1_000 - 600,
	completed_timestamp: null,
	timeout: 3_600,
	is_ask: true,
	assets: pair('10', '5'),
	traded: amount('3.25'),
	reserved_quantity: amount('2'),
	status: 'open',
};
const transaction: Transaction = {
	trader_id: trader,
	order_number: 12,
	partner_trader_id: 'e'.repeat(64),
	partner_order_number: 4,
	transaction_number: 7,
	assets: pair('4', '2'),
	transferred: pair('2.5', '1'),
	timestamp: now / 1_000 - 60,
	status: 'pending',
};
const payment = (index: number, isOurs: boolean): Payment => ({
	trader_id: trader,
	transaction_number: 7,
	quantity: amount(isOurs ? '1.25' : '0.5'),
	quantity_type: isOurs ? 'MB' : 'BTC',
	transferred_quantity: amount((isOurs ? ['1.25', '2.5'] : ['0.5', '1'])[index >> 1] ?? ''),
	price: amount(isOurs ? '0.625' : '1'),
	price_type: isOurs ? 'BTC' : 'MB',
	payment_id: `${index}b7`.padEnd(64, '0'),
	address_from: isOurs ? trader : 'e'.repeat(64),
	address_to: isOurs ? 'e'.repeat(64) : trader,
	timestamp: now / 1_000 - 50 + index,
	success: true,
});
const payments = [0, 1, 2, 3].map((index) => payment(index, index % 2 === 0));
const odd: Payment = {
	trader_id: trader,
	transaction_number: 7,
	transferred_quantity: amount('123456789012345678901234567890.123456789'),
	quantity_type: names[0] ?? '',
	payment_id: names.join(' '),
	address_from: names[2] ?? '',
	success: false,
};
const shown = update(shownBook, { type: 'open', dialog: paymentsDialog(transaction) });
const withPayments = (state: State, list: readonly Payment[]) => takePayments(state, list);
const password = inputDialog({
	asset: 'MB',
	kind: 'password',
	question: `Passphrase of the wallet ${names.join(' ')}`,
});
const challenge = inputDialog({ asset: names[0] ?? '', kind: 'challenge', question: names.join(' ') });
const entered = (dialog: InputDialog, text: string) => editInput(dialog, (line) => insertText(line, text));

const cancelling = (first = '', second = '') =>
	update(shownBook, {
		type: 'open',
		dialog: {
			kind: 'market-cancel',
			order: {
				...order,
				traded: NO_AMOUNT,
				assets: { first: { amount: amount('1'), type: first }, second: { type: second } },
			},
		},
	});

/** Screens of the dialogs of the market. */
export const marketDialogScreens: Readonly<Record<string, State>> = {
	'market-order': opened(typed(bid, '6000'), withAssets),
	'market-order-short': opened(typed(bid, '9000'), withAssets),
	'market-order-all': opened(typed(bid, '3000'), withAssets),
	'market-order-ask': opened(typed(ask, '1000')),
	'market-order-rest': opened(typed(orderForm({ ...ask, ...pairOf, price: '3' }), '0.000000001')),
	'market-order-decimals': opened(
		typed(orderForm({ ...bid, ...pairOf, price: '0.000000015' }), '3'),
		withAssets,
	),
	'market-order-faults': opened({
		...focusField(typed(focusField(typed(ask, '0,5'), 'second-asset'), 'MB'), 'validity'),
		line: insertText(emptyLine, '90'),
		refusal: `The service refuses: ${names.join(' ')}`,
	}),
	'market-order-price': opened(typed(focusField(typed(ask, '3'), 'payment'), '1')),
	'market-order-kind': opened(focusField(hard, 'kind')),
	'market-cancel': update(shownBook, { type: 'open', dialog: { kind: 'market-cancel', order } }),
	'market-cancel-names': cancelling(names[0], names[1]),
	'market-cancel-signs': cancelling(names[2], names[3]),
	'market-cancel-hostile': cancelling(names[4], names[4]),
	'market-payments-loading': shown,
	'market-payments': withPayments(shown, payments),
	'market-payments-odd': withPayments(shown, [...payments, odd]),
	'market-input-notice': update(listed, {
		type: 'event',
		event: {
			type: 'market_iom_input_required',
			payload: { asset: 'MB', kind: 'passphrase', question: 'Passphrase?' },
		},
		at: now,
	}),
	'market-input': update(shownBook, { type: 'open', dialog: entered(password, 'secret') }),
	'market-input-foreign': update(update(shownBook, { type: 'detected', dialect: '8.x' }), {
		type: 'open',
		dialog: entered(password, ''),
	}),
	'market-input-challenge': update(shownBook, {
		type: 'open',
		dialog: { ...entered(challenge, '42'), refusal: `Refused: ${names.join(' ')}` },
	}),
};
