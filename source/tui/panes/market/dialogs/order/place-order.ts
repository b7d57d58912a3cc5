import type { Client } from '../../../../../client/client.ts';
import { bookQueries, marketQueries } from '../../../../../state/market/market-queries.ts';
import type { OrderForm } from '../../../../../state/market/order-form.ts';
import type { OrderTerms } from '../../../../../state/market/read-order-form.ts';
import { type DialogOutcome, sendFromDialog } from '../../../../actions/send-from-dialog.ts';
import type { CommandContext } from '../../../../surfaces/command.ts';
import { marketSection } from '../../cursor-subjects.ts';

export const placeOrderText = {
	placing: (isAsk: boolean) => `Placing the ${isAsk ? 'ask' : 'bid'}`,
	placed: (terms: OrderTerms, number: number | undefined) =>
		`Placed ${terms.isAsk ? 'ask' : 'bid'}${number === undefined ? '' : ` ${number}`}: ${offerText(terms)}.`,
	/** The key of the section of orders. */
	orders: 'Press m for your orders.',
	declined: 'The service reports that it did not create the order. Its log may say why.',
} as const;

/** Returns '10 MB for 5 BTC'. Untrusted. */
function offerText({ first, firstAsset, second, secondAsset }: OrderTerms): string {
	return `${first.text} ${firstAsset} for ${second.text} ${secondAsset}`;
}

/** Sends the order of a form. */
export function placeOrder(form: OrderForm, terms: OrderTerms, context: CommandContext): void {
	const send = async (client: Client): Promise<DialogOutcome> => {
		const { created, order } = await client.placeOrder(terms.isAsk ? 'createAsk' : 'createBid', {
			first_asset_amount: terms.first,
			first_asset_type: terms.firstAsset,
			second_asset_amount: terms.second,
			second_asset_type: terms.secondAsset,
			timeout: terms.timeoutS,
		});
		if (!created) return { refusal: placeOrderText.declined };
		const text = placeOrderText.placed(terms, order?.order_number);
		const isFar = context.state.pane === 'market' && marketSection(context.state) !== 'market-orders';
		return { done: isFar ? `${text} ${placeOrderText.orders}` : text };
	};
	const doing = placeOrderText.placing(terms.isAsk);
	sendFromDialog(form, { doing, send, stale: [...marketQueries, ...bookQueries] }, context);
}
