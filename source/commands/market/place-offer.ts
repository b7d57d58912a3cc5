import type { Facts } from '../../columns/facts.ts';
import { asset, price } from '../../columns/market.ts';
import { matchColumns } from '../../columns/market-book.ts';
import { duration } from '../../format/duration.ts';
import { type ExactAmount, parseExactAmount } from '../../protocol/exact-amount.ts';
import { usage } from '../declaration/failure.ts';
import { assertDone } from '../output/assert-done.ts';
import { printFacts, printJson, printLine, printOutcome, printTable } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { assertDifferent, readAssets } from './declared-assets.ts';
import { assertPlaceable, assertValues, isBadRequest, uncheckedOf } from './offer-checks.ts';
import { invalidAmount } from './offer-input.ts';
import { type Draft, matchesOf } from './order-books.ts';

/** Input of the commands ask and bid. */
interface OfferInput {
	readonly firstAmount: string;
	readonly firstType: string;
	readonly secondAmount: string;
	readonly secondType: string;
	readonly validFor: number | undefined;
	readonly dryRun: boolean;
	readonly json: boolean;
}

const offerText = {
	notCreated: 'The service did not create the order.',
	created: 'The order was created.',
	numbered: (number: string) => `Order ${number} was created.`,
} as const;

/** Creates an order. With --dry-run, prints its effects and sends nothing. */
export async function placeOffer(
	endpoint: 'createAsk' | 'createBid',
	input: OfferInput,
	call: Call,
): Promise<void> {
	const draft = {
		isAsk: endpoint === 'createAsk',
		firstAmount: readAmount('first-amount', input.firstAmount),
		firstType: input.firstType,
		secondAmount: readAmount('second-amount', input.secondAmount),
		secondType: input.secondType,
	};
	assertDifferent(draft.firstType, draft.secondType);
	if (input.dryRun) return printEffects(draft, input, call);
	const body = {
		first_asset_amount: draft.firstAmount,
		first_asset_type: draft.firstType,
		second_asset_amount: draft.secondAmount,
		second_asset_type: draft.secondType,
		...(input.validFor === undefined ? {} : { timeout: input.validFor }),
	};
	const answer = await call.client.placeOrder(endpoint, body, call.limits).catch(async (error: unknown) => {
		// The service names the fields of its interface. The user needs the arguments of the command.
		if (isBadRequest(error)) assertValues(draft, input.validFor, await readAssets(call));
		throw error;
	});
	assertDone(answer.created, offerText.notCreated);
	// The interface does not show an order. If the service sends it, the next command needs its number.
	const number = answer.order && String(answer.order.order_number);
	const sentence = number === undefined ? offerText.created : offerText.numbered(number);
	await printOutcome(input.json, answer, sentence, { id: number ?? '', result: 'created' });
}

function readAmount(name: string, given: string): ExactAmount {
	const amount = parseExactAmount(given);
	if (!amount || amount.digits <= 0n) throw usage(invalidAmount(name, given));
	return amount;
}

async function printEffects(draft: Draft, input: OfferInput, call: Call): Promise<void> {
	const { client, limits } = call;
	const other = draft.isAsk ? client.listBids({}, limits) : client.listAsks({}, limits);
	const [book, { orders }, declared] = await Promise.all([
		other,
		client.listOrders({}, limits),
		readAssets(call),
	]);
	assertValues(draft, input.validFor, declared);
	assertPlaceable(draft, orders, declared);
	const unchecked = uncheckedOf(draft, declared);
	const ticks = { asks: [], bids: [], ...book };
	const precisions = new Map([...(declared ?? [])].map(([name, { precision }]) => [name, precision]));
	const { matches, rest } = matchesOf(draft, ticks, orders[0]?.trader_id ?? '', Date.now(), precisions);
	const assets = {
		first: { amount: draft.firstAmount, type: draft.firstType },
		second: { amount: draft.secondAmount, type: draft.secondType },
	};
	if (input.json) {
		printJson({
			is_ask: draft.isAsk,
			assets,
			timeout: input.validFor ?? null,
			unchecked,
			matches: matches.map(({ trader_id, order_number, quantity, payment }) => ({
				trader_id,
				order_number,
				quantity,
				payment,
			})),
			rest,
		});
		return;
	}
	const factsFor = (validFor: string): Facts => [
		['kind', draft.isAsk ? 'ask' : 'bid'],
		['price', price(assets)],
		['quantity', asset(assets.first)],
		['payment', asset(assets.second)],
		['valid for', validFor],
		['trades at once', matches.length === 0 ? 'none' : String(matches.length)],
		['stays in the book', asset({ amount: rest, type: draft.firstType })],
		...(unchecked.length > 0 ? ([['not checked', unchecked.join(', ')]] as const) : []),
	];
	const { validFor } = input;
	await printFacts(
		factsFor(validFor === undefined ? 'the default of the service' : duration(validFor)),
		factsFor(validFor === undefined ? '–' : String(validFor)),
	);
	if (matches.length > 0) {
		printLine('');
		await printTable(matchColumns, matches, { header: undefined, empty: '' });
	}
}
