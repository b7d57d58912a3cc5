import type { State } from '../../../../../state/core/state.ts';
import { topDialogOf } from '../../../../../state/dialogs/open-dialogs.ts';
import type { KnownAssets } from '../../../../../state/market/known-assets.ts';
import {
	chooseNext,
	focusNeighbor,
	type OrderForm,
	offeredAssets,
	orderFields,
} from '../../../../../state/market/order-form.ts';
import { readOrderForm } from '../../../../../state/market/read-order-form.ts';
import {
	closeCommand,
	type DialogCommand,
	dialogCommands,
	editCommands,
} from '../../../../dialogs/dialog-commands.ts';
import { orderMarketOf } from './market.ts';
import { placeOrder } from './place-order.ts';
import { fieldLabels } from './texts.ts';

export const marketOrderRefusals = {
	sending: 'The order is being sent.',
	kind: 'The kind is ask or bid: space, ↑ or ↓.',
	notYet: (field: string, fault: string) => `${field}: ${fault}`,
} as const;

export const marketOrderHints = {
	send: 'place it',
	otherKind: 'other kind',
	nextAsset: 'next asset',
	nextField: 'next field',
} as const;

const opened = (state: State) => topDialogOf(state, 'market-order');

/** Returns the effect of the key for the next choice in the field with the cursor; '' for none. */
export function chooseHint(form: OrderForm, known: KnownAssets): string {
	if (form.field === 'kind') return marketOrderHints.otherKind;
	if (form.field !== 'first-asset' && form.field !== 'second-asset') return marketOrderHints.nextField;
	return offeredAssets(form, known).length === 0 ? '' : marketOrderHints.nextAsset;
}

/** Returns whether the order can be sent, or why not. */
function canSend(state: State, form: OrderForm): true | string {
	if (form.sending !== undefined) return marketOrderRefusals.sending;
	const { faults, terms } = readOrderForm(form, orderMarketOf(state, form).known);
	const first = orderFields.find((field) => faults[field] !== undefined);
	if (terms || !first) return true;
	return marketOrderRefusals.notYet(fieldLabels[first], faults[first] ?? '');
}

const replaceBy =
	(next: (form: OrderForm, state: State) => OrderForm): DialogCommand<'market-order'>['run'] =>
	({ state, dispatch }, form) =>
		dispatch({ type: 'replace-dialog', dialog: next(form, state) });

const isTyping = (_: State, { sending }: OrderForm) =>
	sending === undefined ? true : marketOrderRefusals.sending;

const choose = (offset: number) =>
	replaceBy((form, state) => chooseNext(form, orderMarketOf(state, form).known, offset));

/** Commands of the form of an order; every other key types. */
export const marketOrderCommands = dialogCommands('market-order', [
	{
		id: 'market-order-send',
		keys: ['enter'],
		title: 'Place the order',
		hint: (state) => {
			const form = opened(state);
			return !form || canSend(state, form) === true ? marketOrderHints.send : '';
		},
		when: canSend,
		run: (context, form) => {
			const { terms } = readOrderForm(form, orderMarketOf(context.state, form).known);
			if (terms) placeOrder(form, terms, context);
		},
	},
	{
		id: 'market-order-next',
		keys: ['tab'],
		title: 'Next field',
		hint: marketOrderHints.nextField,
		when: isTyping,
		run: replaceBy((form) => focusNeighbor(form, 1)),
	},
	{
		id: 'market-order-previous',
		keys: ['shift-tab'],
		title: 'Previous field',
		when: isTyping,
		run: replaceBy((form) => focusNeighbor(form, -1)),
	},
	{
		id: 'market-order-down',
		keys: ['down', 'ctrl-n'],
		title: 'Next known asset, the other kind, or the next field',
		hint: (state) => {
			const form = opened(state);
			return form ? chooseHint(form, orderMarketOf(state, form).known) : '';
		},
		when: isTyping,
		run: choose(1),
	},
	{
		id: 'market-order-up',
		keys: ['up', 'ctrl-p'],
		title: 'Previous known asset, the other kind, or the previous field',
		when: isTyping,
		run: choose(-1),
	},
	closeCommand('market-order-cancel', ['escape'], 'Cancel'),
	...editCommands('market-order', {
		when: (state, form) => (form.field === 'kind' ? marketOrderRefusals.kind : isTyping(state, form)),
	}),
]);
