import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { marketText } from '../../../../source/service/market/host/market-text.ts';
import type { Offer } from '../../../../source/service/market/host/offer-checks.ts';
import { storeText } from '../../../../source/service/storage/transaction.ts';
import { makeFolder } from '../../../fixtures/folder.ts';
import { ANY, containing } from '../../../programs/message-pattern.ts';
import { until } from '../../../programs/until.ts';
import { offerOf, openTestMarket } from './test-market.ts';

test('without the overlay, a market is a book of its own orders', async () => {
	const { market, events, folder, database, close } = await openTestMarket();
	const ask = await market.createAsk(offerOf(10n, 1_000n));
	const bid = await market.createBid(offerOf(10n, 1_000n));
	expect([ask.status, bid.status]).toEqual(['open', 'open']);
	expect(market.asks()).toMatchObject([{ asset1: 'MB', asset2: 'BTC', ticks: [{ order_number: 1 }] }]);
	expect(market.bids()).toMatchObject([{ asset1: 'MB', asset2: 'BTC', ticks: [{ order_number: 2 }] }]);
	expect(events.map(({ name }) => name)).toEqual(['market_ask', 'market_bid']);
	expect(await market.assets()).toMatchObject([
		{ name: 'MB', balance: { text: '1000' }, available: { text: '990' }, credit: { text: '10' } },
		{ name: 'BTC', balance: { text: '0.5' }, available: { text: '0.49999' }, wallet: 'ledger' },
	]);
	await market.cancel(1);
	expect(events.at(-1)).toEqual({
		name: 'market_tick_removed',
		payload: expect.objectContaining({ trader_id: market.trader, order_number: 1 }),
	});
	expect(market.asks()).toEqual([]);
	await close();

	const again = await openTestMarket({ folder, database });
	expect(again.market.orders().map(({ status }) => status)).toEqual(['cancelled', 'open']);
	expect(again.market.trader).toBe(market.trader);
	expect((await again.market.createAsk(offerOf(1n, 1n))).order_number).toBe(3);
});

test('invalid requests are refused with the reason, and change nothing', async () => {
	const { market, events } = await openTestMarket();
	const offer = offerOf(10n, 1_000n);
	const { amount } = marketText;
	const bad: readonly (readonly [Partial<Offer>, string])[] = [
		[{ firstAsset: 'GOLD' }, marketText.unknownAsset('"GOLD"', ['MB', 'BTC'])],
		[{ secondAsset: '' }, marketText.unknownAsset('""', ['MB', 'BTC'])],
		[{ secondAsset: 'MB' }, marketText.sameAsset],
		[{ firstAmount: '1.5' }, amount['too-many-decimals']('first_asset_amount', 'MB', 0)],
		[{ secondAmount: 1e-9 }, amount['too-many-decimals']('second_asset_amount', 'BTC', 8)],
		[{ secondAmount: 'much' }, amount['not-a-number']('second_asset_amount')],
		[{ secondAmount: -1 }, amount['not-a-number']('second_asset_amount')],
		[{ firstAmount: 1e40 }, amount['too-large']('first_asset_amount')],
		[{ firstAmount: 0 }, marketText.notPositive],
		[{ firstAmount: 1001 }, marketText.insufficient('MB', '1000')],
		[{ timeoutS: 0 }, marketText.timeout],
		[{ timeoutS: 1.5 }, marketText.timeout],
		[{ timeoutS: 30 * 86_400 + 1 }, marketText.timeout],
	];
	for (const [wrong, message] of bad) {
		await expect(market.createAsk({ ...offer, ...wrong })).rejects.toMatchObject({ status: 400, message });
	}
	const tooMuch = market.createBid(offerOf(1n, 50_000_001n));
	await expect(tooMuch).rejects.toMatchObject({ message: marketText.insufficient('BTC', '0.5') });
	await expect(market.cancel(1)).rejects.toMatchObject({ status: 404, message: marketText.unknownOrder(1) });
	expect(() => market.payments(market.trader, 1)).toThrow(containing(marketText.unknownTransaction(ANY, 1)));
	await expect(market.provideInput('MB', 'x')).rejects.toMatchObject({ message: marketText.noInput('MB') });
	expect(market.orders()).toEqual([]);
	expect(events).toEqual([]);

	await market.createAsk(offer);
	await market.cancel(1);
	const refused = { status: 400, message: marketText.notOpen(1, 'cancelled') };
	await expect(market.cancel(1)).rejects.toMatchObject(refused);
});

test('an expired order stays expired when the clock steps back, also after a restart', async () => {
	const startMs = Date.now();
	let nowMs = startMs;
	const now = () => nowMs;
	const before = await openTestMarket({ now });
	const { folder, database } = before;
	await before.market.createAsk({ ...offerOf(10n, 1_000n), timeoutS: 60 });
	await before.market.createAsk({ ...offerOf(10n, 1_000n), timeoutS: 120 });
	nowMs = startMs + 61_000;
	expect(before.market.orders().map(({ status }) => status)).toEqual(['expired', 'open']);
	nowMs = startMs;
	expect(before.market.orders().map(({ status }) => status)).toEqual(['expired', 'open']);
	expect(before.market.asks()).toMatchObject([{ ticks: [{ order_number: 2 }] }]);
	await expect(before.market.cancel(1)).rejects.toMatchObject({ message: marketText.notOpen(1, 'expired') });
	await before.close();

	const again = await openTestMarket({ folder, database, now });
	expect(again.market.orders().map(({ status }) => status)).toEqual(['expired', 'open']);
	expect(again.market.asks()).toMatchObject([{ ticks: [{ order_number: 2 }] }]);
	await again.close();

	// The time of the second order comes while no service runs.
	nowMs = startMs + 121_000;
	const late = await openTestMarket({ folder, database, now });
	await late.close();
	nowMs = startMs;
	const last = await openTestMarket({ folder, database, now });
	expect(last.market.orders().map(({ status }) => status)).toEqual(['expired', 'expired']);
	expect(last.market.asks()).toEqual([]);
});

test('a market without assets refuses orders with the next step', async () => {
	const { market } = await openTestMarket({ assets: [] });
	expect([market.asks(), market.bids(), market.orders(), await market.assets()]).toEqual([[], [], [], []]);
	await expect(market.createAsk(offerOf(1n, 1n))).rejects.toMatchObject({
		status: 400,
		message: marketText.noAssets,
	});
});

test('a full disk refuses an order, sends nothing of it, and the market continues with space', async ({
	skip,
}) => {
	const folder = join(await makeFolder(), 'disk');
	mkdirSync(folder);
	if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]).status !== 0) {
		skip('a small disk takes the right to mount one');
	}
	onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
	const { market, events, failures, address } = await openTestMarket({ folder, peers: [] });
	const other = await openTestMarket({ peers: [address] });
	await market.createAsk(offerOf(10n, 1_000n));
	await until(() => other.market.asks().length === 1);
	const filler = join(folder, 'filler');
	const fill = () => {
		const { bavail, bsize } = statfsSync(folder);
		writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' });
	};
	fill();
	// The log of the database may have space for some.
	const unwritable = containing(storeText.unwritable(ANY));
	let placed = 1;
	let refusal: unknown;
	while (refusal === undefined) {
		try {
			await market.createAsk(offerOf(1n, 1n));
			placed++;
		} catch (error) {
			refusal = error;
		}
	}
	expect(refusal).toMatchObject({ status: 500, message: expect.stringMatching(unwritable) });
	expect(failures).toHaveLength(1);
	await expect(market.createAsk(offerOf(2n, 2n))).rejects.toThrow(unwritable);
	expect(() => market.orders()).toThrow(unwritable);
	expect(events.filter(({ name }) => name === 'market_ask')).toHaveLength(placed);
	rmSync(filler);
	expect((await market.createAsk(offerOf(3n, 3n))).order_number).toBe(placed + 1);
	expect(failures).toEqual([expect.any(String), undefined]);
	expect(market.orders()).toHaveLength(placed + 1);
	await until(() => other.market.asks()[0]?.ticks.length === placed + 1);
});
