import { one, oneInteger } from '../declaration/arguments.ts';
import { type Declaration, group } from '../declaration/declaration.ts';
import { CommandFailure, isDeclined, usage } from '../declaration/failure.ts';
import { flag, integer } from '../declaration/options.ts';
import { assertDone } from '../output/assert-done.ts';
import { interruptible } from '../output/interruption.ts';
import {
	jsonOption,
	printJson,
	printOutcome,
	printResult,
	printTable,
	tableOptions,
} from '../output/print.ts';
import { listCommand } from '../service-command/list-command.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { serviceOptions } from '../service-command/service-options.ts';
import { positive, validity } from './offer-input.ts';
import { paymentsCommand } from './payments.ts';

/** Failure of an order that the service did not cancel. */
export const NOT_CANCELLED = 'The service did not cancel the order.';

/** Loads the columns, which need exact amounts. */
const columns = () => import('../../columns/market.ts');

const cancel = serviceCommand({
	name: 'cancel',
	endpoints: ['cancelOrder'],
	summary: 'cancel one of your orders',
	options: { json: jsonOption },
	arguments: { order: oneInteger('order', 'number of the order') },
	async run({ order, json }, { client, limits }) {
		await client.verified.cancelOrder(order, limits).catch((error: unknown) => {
			throw isDeclined(error) ? new CommandFailure(NOT_CANCELLED) : error;
		});
		if (json) printJson({ cancelled: true });
		else await printResult(`Order ${order} was cancelled.`, { id: String(order), result: 'cancelled' });
	},
});

export const inputText = {
	missing: 'The input is empty. Type it at a terminal, or send it on standard input.',
	refused: 'The wallet did not accept the input.',
	accepted: 'The wallet accepted the input.',
	question: (asset: string) => `Input for the wallet of ${asset}: `,
} as const;

/** Gives a wallet the input that it requires. */
const inputCommand = serviceCommand({
	name: 'input',
	endpoints: ['provideInput'],
	summary: 'give the wallet of an asset the input that it requires, such as a passphrase',
	description:
		'Reads one line from standard input and sends it to the wallet of an asset. At a terminal, the line is not shown.',
	examples: [['seedtop market input MB < passphrase', 'send the first line of a file']],
	options: { json: jsonOption },
	arguments: { asset: one('asset', 'name of the asset') },
	async run({ asset, json }, { client, limits }) {
		const { readSecret } = await import('../output/read-secret.ts');
		const input = await readSecret(inputText.question(asset));
		if (input === '') throw usage(inputText.missing);
		const answer = await client.provideInput({ params: { asset }, body: { input } }, limits);
		assertDone(answer.accepted, inputText.refused);
		await printOutcome(json, answer, inputText.accepted, { id: asset, result: 'accepted' });
	},
});

const unblockText = {
	failed: 'The service did not unblock the trader.',
	done: 'The trader is not blocked any more. Its debts still count.',
} as const;

/** Trades with a blocked trader again. */
const unblockCommand = serviceCommand({
	name: 'unblock',
	endpoints: ['unblockTrader'],
	summary: 'trade with a blocked trader again',
	description:
		'Its debts still count against the credit and the exposure. A debtor that pays is unblocked anyway.',
	options: { json: jsonOption },
	arguments: { trader: one('trader', 'id of the trader') },
	async run({ trader, json }, { client, limits }) {
		const answer = await client.unblockTrader({ params: { trader_id: trader } }, limits);
		assertDone(answer.unblocked, unblockText.failed);
		await printOutcome(json, answer, unblockText.done, { id: trader, result: 'unblocked' });
	},
});

/** Returns the command that creates an ask or a bid. */
function offerCommand(
	name: 'ask' | 'bid',
	summary: string,
	endpoint: 'createAsk' | 'createBid',
): Declaration {
	return serviceCommand({
		name,
		endpoints: [endpoint],
		summary,
		description:
			`Creates ${name === 'ask' ? 'an ask' : 'a bid'} and prints the number of the order, if the service sends it. ` +
			'Amounts are exact: no digit is lost. --dry-run checks the offer, and prints the price and the ' +
			'trades that would follow at once.',
		examples: [
			[`seedtop market ${name} 10 BTC 50 MB`, '10 BTC against 50 MB'],
			[
				`seedtop market ${name} 0.5 BTC 2.5 MB --valid-for 2h --dry-run`,
				'what would follow, without sending it',
			],
		],
		options: {
			validFor: validity('--valid-for <duration>', 'validity: seconds, or a duration such as 90m or 2d'),
			dryRun: flag('--dry-run', 'print the price and the trades that would follow at once, and send nothing'),
			json: jsonOption,
		},
		arguments: {
			firstAmount: positive('first-amount', 'amount of the first asset'),
			firstType: one('first-type', 'type of the first asset'),
			secondAmount: positive('second-amount', 'amount of the second asset'),
			secondType: one('second-type', 'type of the second asset'),
		},
		// Help does not need exact amounts.
		run: async (input, call) => (await import('./place-offer.ts')).placeOffer(endpoint, input, call),
	});
}

/** Lists the pairs of assets with open orders. */
const pairsCommand = serviceCommand({
	name: 'pairs',
	endpoints: ['listAsks', 'listBids'],
	summary: 'list the pairs of assets with their best prices and quantities',
	options: tableOptions,
	async run({ json, header }, { client, limits }) {
		const [{ asks }, { bids }, { pairRows }, { pairColumns }] = await Promise.all([
			client.listAsks({}, limits),
			client.listBids({}, limits),
			import('./order-books.ts'),
			import('../../columns/market-book.ts'),
		]);
		const pairs = pairRows({ asks, bids });
		if (json) printJson({ pairs });
		else await printTable(pairColumns, pairs, { header, empty: 'There are no open orders.' });
	},
});

/** Default number of price levels of each side. */
const DEFAULT_DEPTH = 20;

/** Prints the book of one pair of assets. */
const bookCommand = serviceCommand({
	name: 'book',
	endpoints: ['listAsks', 'listBids', 'listOrders'],
	summary: 'print the order book of two assets: asks above, bids below',
	description:
		'Prints the price levels of two assets: asks above, bids below, the best prices in the middle. A price is for ' +
		"one whole first asset; '~' marks a rounded one. RESERVED is the part of your own orders that a running trade " +
		'needs. With --follow, prints the book again after each change, below its time.',
	examples: [
		['seedtop market book BTC MB --depth 5', 'the five best prices of each side'],
		[
			'seedtop market book BTC MB --follow --json',
			'one JSON document for each change, with its time (at, Unix s)',
		],
	],
	options: {
		depth: integer('--depth <number>', `number of prices of each side (default: ${DEFAULT_DEPTH})`, {
			minimum: 1,
		}),
		follow: flag('--follow', 'print the book again after each change, until ctrl-c'),
		...tableOptions,
	},
	arguments: {
		first: one('first', 'first asset'),
		second: one('second', 'second asset'),
	},
	async run({ first, second, depth = DEFAULT_DEPTH, follow, json, header }, call) {
		const { printBook, followBook } = await import('./print-book.ts');
		const wanted = { first, second, depth, json, header };
		if (follow) return interruptible((signal) => followBook(call, wanted, signal));
		await printBook(call, wanted);
		return undefined;
	},
});

export const marketCommand = group({
	name: 'market',
	summary: 'assets, order books, orders, transactions and payments of the market',
	options: serviceOptions,
	verbs: [
		listCommand(
			{ name: 'assets', endpoint: 'listAssets', summary: 'list the assets that the service trades' },
			({ client, limits }) => client.listAssets({}, limits),
			async () => (await columns()).assetColumns,
			({ assets }) => assets,
		),
		pairsCommand,
		bookCommand,
		listCommand(
			{ name: 'asks', endpoint: 'listAsks', summary: 'list the asks of the order book' },
			({ client, limits }) => client.listAsks({}, limits),
			async () => (await columns()).tickColumns,
			({ asks }) => asks.flatMap(({ ticks }) => ticks),
		),
		listCommand(
			{ name: 'bids', endpoint: 'listBids', summary: 'list the bids of the order book' },
			({ client, limits }) => client.listBids({}, limits),
			async () => (await columns()).tickColumns,
			({ bids }) => bids.flatMap(({ ticks }) => ticks),
		),
		listCommand(
			{ name: 'orders', endpoint: 'listOrders', summary: 'list your orders' },
			({ client, limits }) => client.listOrders({}, limits),
			async () => (await columns()).orderColumns,
			({ orders }) => orders,
		),
		listCommand(
			{ name: 'transactions', endpoint: 'listTransactions', summary: 'list your transactions' },
			({ client, limits }) => client.listTransactions({}, limits),
			async () => (await columns()).transactionColumns,
			({ transactions }) => transactions,
		),
		paymentsCommand,
		offerCommand('ask', 'offer the first asset for the second', 'createAsk'),
		offerCommand('bid', 'request the first asset for the second', 'createBid'),
		cancel,
		listCommand(
			{
				name: 'blocked',
				endpoint: 'listBlockedTraders',
				summary: 'list the traders with which the service does not trade',
			},
			({ client, limits }) => client.listBlockedTraders({}, limits),
			async () => (await columns()).blockedColumns,
			({ traders }) => traders,
		),
		unblockCommand,
		inputCommand,
	],
});
