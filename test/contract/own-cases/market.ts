import { expect } from 'vitest';
import type { Client } from '../../../source/client/client.ts';
import { readEvents } from '../../../source/client/events.ts';
import { type ExactAmount, exactAmount } from '../../../source/protocol/exact-amount.ts';
import type { CaseContext } from './all.ts';

const mb = (units: bigint) => exactAmount(units, 0);
const btc = (units: bigint) => exactAmount(units, 8);

/** An offer of MB and BTC. The amount of BTC has more digits than a double. */
const offer = (amount: bigint, price = 12_345_678n) => ({
	first_asset_amount: mb(amount),
	first_asset_type: 'MB',
	second_asset_amount: btc(price),
	second_asset_type: 'BTC',
});

/** Returns the own orders with an amount of the first asset. */
async function ordersOf(client: Client, amount: ExactAmount) {
	const { orders } = await client.listOrders();
	return orders.filter(({ assets }) => assets.first.amount?.text === amount.text);
}

async function cancel(client: Client, number: number): Promise<void> {
	expect(await client.cancelOrder({ params: { order_number: String(number) } })).toMatchObject({
		cancelled: true,
	});
}

/** Places an order, and cancels it after `check`. */
async function withOrder(
	client: Client,
	isAsk: boolean,
	amount: bigint,
	check: (number: number) => Promise<void>,
): Promise<void> {
	const request = { body: { ...offer(amount), timeout: 600 } };
	const created = isAsk ? await client.createAsk(request) : await client.createBid(request);
	expect(created.created).toBe(true);
	const [order] = (await ordersOf(client, mb(amount))).filter(({ status }) => status === 'open');
	const number = order?.order_number ?? 0;
	expect(order).toMatchObject({
		is_ask: isAsk,
		timeout: 600,
		traded: mb(0n),
		reserved_quantity: mb(0n),
		cancelled: false,
		completed_timestamp: null,
		assets: { first: { amount: mb(amount), type: 'MB' }, second: { amount: btc(12_345_678n), type: 'BTC' } },
	});
	expect(order?.trader_id).toMatch(/^[0-9a-f]{64}$/);
	await check(number);
	await cancel(client, number);
}

/** Checks what changed since a revision of the asks. */
async function checkRevisions(client: Client): Promise<void> {
	const since = async (revision: unknown) => {
		const { revision: next, ...changes }: { asks: unknown; revision?: unknown } = await client.listAsks({
			query: { since: String(revision) },
		});
		expect(next).toEqual(expect.any(String));
		return { next, changes };
	};
	const { next: first, changes } = await since('');
	expect(changes).toEqual({ asks: [] });
	let [second, key]: [unknown, string?] = [undefined];
	await withOrder(client, true, 106n, async (number) => {
		const added = await since(first);
		expect(added.changes).toMatchObject({ asks: [{ ticks: [{ order_number: number }] }], removed: [] });
		expect((await since(added.next)).changes).toEqual({ asks: [], removed: [] });
		const { trader_id = '' } = (await client.listOrders()).orders[0] ?? {};
		[second, key] = [added.next, `${trader_id}.${number}`];
	});
	expect((await since(second)).changes).toEqual({ asks: [], removed: [key] });
	// The revision of another run.
	expect((await since('other.1')).changes).toEqual({ asks: [] });
}

/** Cases of the market. Other traders are not connected. */
export const marketCases = {
	async listAsks({ client }: CaseContext) {
		await withOrder(client, true, 101n, async (number) => {
			const { asks } = await client.listAsks();
			expect(asks).toMatchObject([
				{ asset1: 'MB', asset2: 'BTC', ticks: [{ order_number: number, timeout: 600, traded: mb(0n) }] },
			]);
			expect(await client.listBids()).toEqual({ bids: [] });
		});
		expect(await client.listAsks()).toEqual({ asks: [] });
		await checkRevisions(client);
	},

	async listBids({ client }: CaseContext) {
		await withOrder(client, false, 102n, async (number) => {
			const { bids } = await client.listBids();
			expect(bids).toMatchObject([{ asset1: 'MB', asset2: 'BTC', ticks: [{ order_number: number }] }]);
		});
	},

	async createAsk({ client }: CaseContext) {
		const abort = new AbortController();
		const events = readEvents(client, abort.signal);
		await events.next();
		await withOrder(client, true, 103n, async (number) => {
			const { value } = await events.next();
			expect(value).toMatchObject({ type: 'market_ask', payload: { order_number: number } });
		});
		expect((await events.next()).value).toMatchObject({ type: 'market_tick_removed' });
		abort.abort();
		const bad = [
			{ ...offer(1n), first_asset_type: 'GOLD' },
			{ ...offer(1n), second_asset_type: 'MB' },
			{ ...offer(1n), first_asset_amount: exactAmount(15n, 1) },
			{ ...offer(10_001n) },
			{ ...offer(0n) },
			{ ...offer(1n), timeout: 31 * 86_400 },
		];
		for (const body of bad) await expect(client.createAsk({ body })).rejects.toMatchObject({ status: 400 });
	},

	async createBid({ client }: CaseContext) {
		await withOrder(client, false, 104n, async () => {});
		const body = offer(1n, 50_000_001n);
		await expect(client.createBid({ body })).rejects.toMatchObject({ status: 400 });
	},

	async listOrders({ client }: CaseContext) {
		let placed = 0;
		await withOrder(client, false, 105n, async (number) => {
			placed = number;
		});
		const { orders } = await client.listOrders();
		expect(orders.filter(({ order_number }) => order_number === placed)).toMatchObject([
			{ status: 'cancelled', cancelled: true },
		]);
	},

	async cancelOrder({ client }: CaseContext) {
		await withOrder(client, true, 106n, async () => {});
		const [order] = await ordersOf(client, mb(106n));
		const again = client.cancelOrder({ params: { order_number: String(order?.order_number) } });
		await expect(again).rejects.toMatchObject({ status: 400 });
		const unknown = client.cancelOrder({ params: { order_number: '1000000' } });
		await expect(unknown).rejects.toMatchObject({ kind: 'not-found' });
	},

	async listTransactions({ client }: CaseContext) {
		expect(await client.listTransactions()).toEqual({ transactions: [] });
		expect(await client.listTransactions({ query: { before: 5, limit: 2 } })).toEqual({ transactions: [] });
		const invalid = client.listTransactions({ query: { limit: 0 } });
		await expect(invalid).rejects.toMatchObject({ status: 400 });
	},

	async listPayments({ client }: CaseContext) {
		const params = { trader_id: '0'.repeat(64), transaction_number: '1' };
		await expect(client.listPayments({ params })).rejects.toMatchObject({ kind: 'not-found' });
	},

	async listAssets({ client }: CaseContext) {
		await withOrder(client, true, 107n, async () => {
			const { assets } = await client.listAssets();
			expect(assets).toMatchObject([
				{ name: 'MB', precision: 0, balance: mb(10_000n), available: mb(9_893n), wallet: 'ledger' },
				{ name: 'BTC', precision: 8, balance: btc(50_000_000n), available: btc(50_000_000n) },
				{ name: 'LOCKEDA', credit: mb(1n), owed: mb(0n), exposure: mb(5n) },
				{ name: 'LOCKEDB', credit: mb(1n), owed: mb(0n), exposure: mb(5n) },
			]);
		});
	},

	async listBlockedTraders({ client }: CaseContext) {
		expect(await client.listBlockedTraders()).toEqual({ traders: [] });
	},

	async unblockTrader({ client }: CaseContext) {
		const unknown = client.unblockTrader({ params: { trader_id: '0'.repeat(64) } });
		await expect(unknown).rejects.toMatchObject({ kind: 'not-found' });
	},

	async provideInput({ client, generation }: CaseContext) {
		const locked = `LOCKED${generation}`;
		const give = (asset: string, input: string) =>
			client.provideInput({ params: { asset }, body: { input } });
		const required = async () =>
			(await client.listAssets()).assets.find(({ name }) => name === locked)?.input_required;
		await expect(give('MB', 'anything')).rejects.toMatchObject({ status: 400 });
		await expect(give('GOLD', 'anything')).rejects.toMatchObject({ kind: 'not-found' });
		expect(await required()).toMatchObject({ kind: 'password' });
		await expect(give(locked, 'short')).rejects.toMatchObject({ status: 400 });
		expect(await give(locked, 'a good passphrase')).toEqual({ accepted: true });
		expect(await required()).toBeNull();
	},
};
