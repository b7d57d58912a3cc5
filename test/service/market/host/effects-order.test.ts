import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MarketService } from '../../../../source/service/market/host/market-service.ts';
import { MarketStore } from '../../../../source/service/market/host/market-store.ts';
import { marketText } from '../../../../source/service/market/host/market-text.ts';
import { parseMarket } from '../../../../source/service/market/settings.ts';
import { openIdentity } from '../../../../source/service/overlay/identity.ts';
import type { Overlay } from '../../../../source/service/overlay/overlay.ts';
import { openDatabase } from '../../../../source/service/storage/database.ts';
import { makeFolder } from '../../../fixtures/folder.ts';
import { offerOf, testAssets } from './test-market.ts';

/** Opens a market whose writes, messages and events are recorded in their sequence. */
async function recordedMarket() {
	const folder = join(await makeFolder(), 'state');
	const database = openDatabase(folder);
	onTestFinished(() => database.close());
	const record: string[] = [];
	const faults = { write: false, publish: false };
	const check = (kind: keyof typeof faults) => {
		if (faults[kind]) throw new Error(`no ${kind}`);
		record.push(kind);
	};
	class RecordingStore extends MarketStore {
		override write(...[writes, ledger, deletions]: Parameters<MarketStore['write']>): void {
			if (writes.length + ledger.length > 0) check('write');
			super.write(writes, ledger, deletions);
		}
	}
	const identity = openIdentity(folder);
	const overlay: Overlay = {
		id: identity.id,
		join: () => {},
		leave: () => {},
		start: async () => {},
		publish: () => {
			check('publish');
			return new Uint8Array([1]);
		},
		open: () => undefined,
		send: () => record.push('send'),
		block: () => record.push('block'),
		isBlocked: () => false,
		blockedServices: () => [],
		unblock: () => false,
		networkOf: () => undefined,
		learn: () => {},
		peers: () => [],
		close: async () => {},
	};
	const log: string[] = [];
	const market = new MarketService({
		settings: parseMarket({ assets: testAssets, transaction_timeout: 60, history_days: 90 }).market,
		identity,
		stateFolder: folder,
		store: new RecordingStore(database),
		overlay,
		emit: (name) => record.push(name),
		onFailure: () => {},
		log: (_, message) => log.push(message),
	});
	market.start();
	onTestFinished(() => market.close());
	return { market, record, faults, log };
}

test('messages and events leave only after their effects are stored', async () => {
	const { market, record } = await recordedMarket();
	await market.createAsk(offerOf(10n, 1_000n));
	// The order, then its verification, then the envelope of its tick.
	expect(record).toEqual(['write', 'write', 'publish', 'market_ask', 'write']);
});

test('nothing leaves of effects that cannot be stored', async () => {
	const { market, record, faults } = await recordedMarket();
	faults.write = true;
	await expect(market.createAsk(offerOf(10n, 1_000n))).rejects.toThrow('no write');
	expect(record).toEqual([]);
	faults.write = false;
	await market.createAsk(offerOf(20n, 1_000n));
	expect(market.orders()).toMatchObject([{ order_number: 1, assets: { first: { amount: { text: '20' } } } }]);
});

test('a message that cannot be sent stops nothing else', async () => {
	const { market, record, faults, log } = await recordedMarket();
	faults.publish = true;
	await market.createAsk(offerOf(10n, 1_000n));
	expect(record).toEqual(['write', 'write', 'market_ask']);
	expect(log).toEqual([marketText.fault]);
	expect(market.asks()).toHaveLength(1);
});
