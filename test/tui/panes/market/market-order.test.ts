import { describe, expect, test } from 'vitest';
import type { State } from '../../../../source/state/core/state.ts';
import type { KnownAssets } from '../../../../source/state/market/known-assets.ts';
import { focusField, type OrderField, orderForm } from '../../../../source/state/market/order-form.ts';
import { readOrderForm } from '../../../../source/state/market/read-order-form.ts';
import {
	chooseHint,
	marketOrderCommands,
	marketOrderHints,
} from '../../../../source/tui/panes/market/dialogs/order/commands.ts';
import {
	fieldLabels,
	incompleteSentences,
	orderDialogText,
} from '../../../../source/tui/panes/market/dialogs/order/texts.ts';
import { hintOf } from '../../../../source/tui/surfaces/command.ts';
import { marketDialogScreens } from '../../../screens/market-dialog-states.ts';

const known: KnownAssets = { declared: undefined, listed: ['MB', 'BTC'] };
const form = orderForm({ isAsk: true, firstAsset: 'MB', secondAsset: 'BTC' });

/** Returns the hint of enter on a screen. */
function sendHint(name: string): string {
	const send = marketOrderCommands.find(({ id }) => id === 'market-order-send');
	return send ? hintOf(send, marketDialogScreens[name] as State) : '';
}

describe('form of an order', () => {
	test.each<[OrderField, string]>([
		['kind', marketOrderHints.otherKind],
		['first-asset', marketOrderHints.nextAsset],
		['second-asset', marketOrderHints.nextAsset],
		['quantity', marketOrderHints.nextField],
		['validity', marketOrderHints.nextField],
	])('names the effect of down in the field %s', (field, hint) => {
		expect(chooseHint(focusField(form, field), known)).toBe(hint);
	});

	test('offers no choice without a known asset', () => {
		expect(chooseHint(focusField(form, 'second-asset'), { declared: [], listed: [] })).toBe('');
	});

	test('offers enter only if the order can be placed', () => {
		expect(sendHint('market-order')).toBe(marketOrderHints.send);
		expect(sendHint('market-order-faults')).toBe('');
	});

	test('names the fields that are missing or not valid', () => {
		const { quantity, price, payment, validity } = fieldLabels;
		const faulty = { ...form, texts: { ...form.texts, validity: '90' } };
		expect(incompleteSentences(faulty, readOrderForm(faulty, known))).toEqual([
			orderDialogText.missing([quantity, orderDialogText.either(price, payment)]),
			orderDialogText.invalid([validity]),
			orderDialogText.incomplete,
		]);
	});
});
