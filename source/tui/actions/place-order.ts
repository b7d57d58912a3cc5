import { errorText } from '../../state/connection/error-text.ts';
import { openDialogOf } from '../../state/dialogs/open-dialogs.ts';
import { bookQueries, marketQueries } from '../../state/market/market-queries.ts';
import type { OrderForm } from '../../state/market/order-form.ts';
import type { OrderTerms } from '../../state/market/read-order-form.ts';
import type { CommandContext } from '../commands/command.ts';
import { localErrorText } from '../dialogs/local-error-text.ts';
import { marketSection } from '../panes/market/cursor-subjects.ts';

export const placeOrderText = {
	placing: (isAsk: boolean) => `Placing the ${isAsk ? 'ask' : 'bid'}`,
	placed: (terms: OrderTerms, number: number | undefined) =>
		`Placed ${terms.isAsk ? 'ask' : 'bid'}${number === undefined ? '' : ` ${number}`}: ${offerText(terms)}.`,
	/** The key of the section of orders. */
	orders: 'Press m for your orders.',
	declined: 'The service reports that it did not create the order. Its log may say why.',
} as const;

/** Returns '10 MB for 5 BTC'. Untrusted. */
export function offerText({ first, firstAsset, second, secondAsset }: OrderTerms): string {
	return `${first.text} ${firstAsset} for ${second.text} ${secondAsset}`;
}

/** Sends the order of a form. The form closes when the service created it. Otherwise it shows the reason. */
export function placeOrder(form: OrderForm, terms: OrderTerms, context: CommandContext): void {
	const { dispatch, write } = context;
	const id = Date.now();
	dispatch({ type: 'replace-dialog', dialog: { ...form, sending: id, refusal: '' } });
	/** Returns the form if it still waits for this answer. */
	const waiting = () => {
		const open = openDialogOf(context.state, 'market-order');
		return open?.sending === id ? open : undefined;
	};
	const showInForm = (refusal: string) => {
		const open = waiting();
		if (open) dispatch({ type: 'replace-dialog', dialog: { ...open, sending: undefined, refusal } });
		return open !== undefined;
	};
	const refuse = (refusal: string) => {
		// The form shows the reason, if it is still open.
		const news = {
			level: 'error',
			doing: placeOrderText.placing(terms.isAsk),
			text: refusal,
			quiet: showInForm(refusal),
		} as const;
		dispatch({ type: 'news', news, at: Date.now() });
	};
	write({
		send: async (client) => {
			const body = {
				first_asset_amount: terms.first,
				first_asset_type: terms.firstAsset,
				second_asset_amount: terms.second,
				second_asset_type: terms.secondAsset,
				timeout: terms.timeoutS,
			};
			try {
				const endpoint = terms.isAsk ? 'createAsk' : 'createBid';
				const { created, order } = await client.placeOrder(endpoint, body);
				if (!created) {
					refuse(placeOrderText.declined);
					return;
				}
				if (waiting()) dispatch({ type: 'close-dialog', kind: 'market-order' });
				const text = placeOrderText.placed(terms, order?.order_number);
				const { pane } = context.state;
				const isFar = pane === 'market' && marketSection(context.state) !== 'market-orders';
				const shown = isFar ? `${text} ${placeOrderText.orders}` : text;
				dispatch({ type: 'news', news: { level: 'success', text: shown }, at: Date.now() });
			} catch (error) {
				refuse(localErrorText(error));
			}
		},
		doing: placeOrderText.placing(terms.isAsk),
		// The request fails without being sent while the release of the service is unknown.
		onEnd: (failure) => {
			if (failure) showInForm(errorText(failure));
		},
		stale: [...marketQueries, ...bookQueries],
	});
}
