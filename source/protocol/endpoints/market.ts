import Type from 'typebox';
import { Amount } from '../amount.ts';
import { endpointsOf } from '../endpoint.ts';
import { repairCreation, repairPayments } from '../repair/market.ts';
import { BlockedTrader, DeclaredAsset, Order, Payment, TickGroup, Transaction } from '../resources/market.ts';
import { integer, text } from './fields.ts';

const Offer = Type.Object({
	first_asset_amount: Amount({ description: 'amount of the first asset' }),
	first_asset_type: Type.String({ description: 'type of the first asset', minLength: 1 }),
	second_asset_amount: Amount({ description: 'amount of the second asset' }),
	second_asset_type: Type.String({ description: 'type of the second asset', minLength: 1 }),
	timeout: integer(1, 'validity in seconds; services in the field accept it'),
});
/** Releases answer with the order itself. It is kept as `order`. */
const Created = Type.Object({ created: Type.Boolean(), order: Type.Optional(Order) });
const sinceRevision = Type.Object({
	since: text(
		'only the ticks that changed since this revision of the list; all, with a revision, since an unknown one (extension)',
	),
});
const refused = { 400: 'a parameter is missing or invalid' };

const endpoint = endpointsOf({ resource: 'market', generations: 'A' });
const extension = endpointsOf({ resource: 'market', generations: 'AB', extension: true });

/** Interface, part 4.3. `extension` marks rows of our own service. */
export const market = {
	listAsks: endpoint('GET', '/market/asks', {
		summary: 'List the asks of the order book.',
		query: sinceRevision,
		extensionQuery: ['since'],
		response: Type.Object({ asks: Type.Array(TickGroup) }),
	}),
	createAsk: endpoint('PUT', '/market/asks', {
		summary: 'Offer the first asset for the second.',
		body: Offer,
		response: Created,
		repair: repairCreation(true),
		statuses: refused,
	}),
	listBids: endpoint('GET', '/market/bids', {
		summary: 'List the bids of the order book.',
		query: sinceRevision,
		extensionQuery: ['since'],
		response: Type.Object({ bids: Type.Array(TickGroup) }),
	}),
	createBid: endpoint('PUT', '/market/bids', {
		summary: 'Request the first asset for the second.',
		body: Offer,
		response: Created,
		repair: repairCreation(false),
		statuses: refused,
	}),
	listOrders: endpoint('GET', '/market/orders', {
		summary: 'List your orders.',
		response: Type.Object({ orders: Type.Array(Order) }),
	}),
	cancelOrder: endpoint('POST', '/market/orders/{order_number}/cancel', {
		summary: 'Cancel one of your orders.',
		sampleMethod: 'GET',
		response: Type.Object({ cancelled: Type.Boolean() }),
		statuses: { 400: 'the order is neither open nor unverified', 404: 'there is no such order' },
	}),
	listTransactions: endpoint('GET', '/market/transactions', {
		summary: 'List your transactions.',
		query: Type.Object({
			before: integer(1, 'only transactions with a lower number (extension)'),
			limit: integer(1, 'only the newest of them, at most this many (extension)'),
		}),
		extensionQuery: ['before', 'limit'],
		response: Type.Object({ transactions: Type.Array(Transaction) }),
	}),
	listPayments: endpoint('GET', '/market/transactions/{trader_id}/{transaction_number}/payments', {
		summary: 'List the payments of a transaction.',
		response: Type.Object({ payments: Type.Array(Payment) }),
		repair: repairPayments,
		statuses: { 404: 'there is no such transaction' },
	}),
	listAssets: extension('GET', '/market/assets', {
		summary: 'List the assets that this service trades, with balances.',
		response: Type.Object({ assets: Type.Array(DeclaredAsset) }),
	}),
	listBlockedTraders: extension('GET', '/market/blocked', {
		summary: 'List the traders with which this service does not trade.',
		response: Type.Object({ traders: Type.Array(BlockedTrader) }),
	}),
	unblockTrader: extension('DELETE', '/market/blocked/{trader_id}', {
		summary: 'Trade with a blocked trader again. Its debts still count.',
		response: Type.Object({ unblocked: Type.Boolean() }),
		statuses: { 404: 'the trader is not blocked' },
	}),
	provideInput: extension('PUT', '/market/assets/{asset}/input', {
		summary: 'Give the wallet of an asset the input that it requires, such as a passphrase.',
		body: Type.Object({ input: Type.String({ description: 'the input' }) }),
		response: Type.Object({ accepted: Type.Boolean() }),
		statuses: {
			400: 'the wallet requires no input, or refuses this one',
			404: 'there is no such asset',
		},
	}),
} as const;
