import { oneInteger } from '../declaration/arguments.ts';
import { group } from '../declaration/declaration.ts';
import { listCommand } from '../declaration/list-command.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { serviceOptions } from '../declaration/service-options.ts';
import { CommandFailure, isDeclined } from '../output/failure.ts';
import { jsonOption, printJson, printResult } from '../output/print.ts';
import { bookCommand } from './book.ts';
import { inputCommand } from './input.ts';
import { offerCommand } from './offer-command.ts';
import { pairsCommand } from './pairs.ts';
import { paymentsCommand } from './payments.ts';
import { unblockCommand } from './unblock.ts';

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
