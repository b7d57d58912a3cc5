import type { State } from '../../source/state/core/state.ts';
import { editLine, emptyLine, insertText } from '../../source/state/dialogs/line-edit.ts';
import {
	editOrderForm,
	focusField,
	type OrderForm,
	orderForm,
} from '../../source/state/market/order-form.ts';
import { update } from '../../source/tui/surfaces/update.ts';
import { hardNames } from './hard-names.ts';
import { listed } from './states.ts';

const opened = (form: OrderForm): State => update(listed, { type: 'open', dialog: form });
const typed = (form: OrderForm, text: string) =>
	editOrderForm({ ...form, line: editLine(form.line, 'delete-to-start') }, (line) => insertText(line, text));

const ask = orderForm({ isAsk: true, firstAsset: 'MB', secondAsset: 'BTC', price: '0.25' });
const names = Object.values(hardNames);
const hard = orderForm({ isAsk: false, firstAsset: names.join(''), secondAsset: names[1] ?? '' });

/** Screens of the dialogs of the market. */
export const marketDialogScreens: Readonly<Record<string, State>> = {
	'market-order': opened(typed(ask, '10')),
	'market-order-faults': opened({
		...focusField(typed(focusField(typed(ask, '0,5'), 'second-asset'), 'MB'), 'validity'),
		line: insertText(emptyLine, '90'),
		refusal: `The service refuses: ${names.join(' ')}`,
	}),
	'market-order-price': opened(typed(focusField(typed(ask, '3'), 'payment'), '1')),
	'market-order-kind': opened(focusField(hard, 'kind')),
};
