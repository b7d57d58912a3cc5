import { join } from 'node:path';
import { exactNumber } from '../../../../source/protocol/exact-json.ts';
import { formatAmount } from '../../../../source/service/market/amount.ts';
import { MarketService } from '../../../../source/service/market/host/market-service.ts';
import { MarketStore } from '../../../../source/service/market/host/market-store.ts';
import type { Offer } from '../../../../source/service/market/host/offer-checks.ts';
import { parseMarket, type WrittenAsset } from '../../../../source/service/market/settings.ts';
import { openIdentity } from '../../../../source/service/overlay/identity.ts';
import { OverlayNetwork } from '../../../../source/service/overlay/overlay-network.ts';
import { openDatabase } from '../../../../source/service/storage/database.ts';
import type { Database } from '../../../../source/service/storage/sqlite.ts';
import { atEnd } from '../../../fixtures/cleanup.ts';
import { makeFolder } from '../../../fixtures/folder.ts';
import { until } from '../../../programs/until.ts';
import { quickLimits } from '../../overlay/overlay-fixture.ts';
import { SocketTransport } from '../../overlay/socket-transport.ts';

export const testAssets: readonly WrittenAsset[] = [
	{ name: 'MB', precision: 0, balance: 1000, credit: 10 },
	{ name: 'BTC', precision: 8, balance: '0.5', credit: '0.005' },
];

export interface TestMarketOptions {
	readonly assets?: readonly WrittenAsset[];
	readonly transactionTimeoutS?: number;
	/** Peer addresses. Undefined without an overlay. */
	readonly peers?: readonly string[] | undefined;
	readonly folder?: string;
	readonly port?: number;
	/** Database of an earlier market in this folder: a closed one keeps its lock. */
	readonly database?: Database;
	/** Unix time, ms. */
	readonly now?: () => number;
}

/** The market of a service within this process. */
export interface TestMarket {
	readonly market: MarketService;
	readonly folder: string;
	readonly address: string;
	readonly port: number;
	readonly database: Database;
	readonly events: readonly { readonly name: string; readonly payload: object }[];
	readonly log: readonly string[];
	readonly failures: readonly (string | undefined)[];
	/** Ends connections and the market. The database stays open. */
	close(): Promise<void>;
	/** Balance of an asset as a decimal text. */
	balance(asset: string): Promise<string>;
}

/** Opens a market, with connections over loopback sockets. It ends with its scope. */
export async function openTestMarket(options: TestMarketOptions = {}): Promise<TestMarket> {
	const { assets = testAssets, transactionTimeoutS = 600, peers, now = Date.now } = options;
	const folder = options.folder ?? join(await makeFolder(), 'state');
	const database = options.database ?? openDatabase(folder);
	const identity = openIdentity(folder);
	const events: { name: string; payload: object }[] = [];
	const log: string[] = [];
	const failures: (string | undefined)[] = [];
	const writeLog = (level: string, message: string) => void log.push(`${level} ${message}`);
	const transport = new SocketTransport({ port: options.port ?? 0 });
	await transport.listen();
	const overlay =
		peers &&
		new OverlayNetwork({
			identity,
			transport,
			stateFolder: folder,
			peers,
			log: writeLog,
			limits: quickLimits,
		});
	const { market: settings, faults } = parseMarket({
		assets,
		transaction_timeout: transactionTimeoutS,
		history_days: 90,
	});
	if (faults.length > 0) throw new Error(JSON.stringify(faults));
	const market = new MarketService({
		settings,
		identity,
		stateFolder: folder,
		store: new MarketStore(database),
		overlay,
		emit: (name, payload) => events.push({ name, payload }),
		onFailure: (reason) => failures.push(reason),
		log: writeLog,
		now,
	});
	market.start();
	await overlay?.start();
	let isOpen = true;
	const close = async () => {
		if (!isOpen) return;
		isOpen = false;
		if (overlay) await overlay.close();
		else await transport.close();
		market.close();
	};
	atEnd(close);
	return {
		market,
		folder,
		address: transport.address,
		port: transport.port,
		database,
		events,
		log,
		failures,
		close,
		async balance(name) {
			const row = (await market.assets()).find((asset) => asset.name === name);
			return row?.balance?.text ?? 'unknown';
		},
	};
}

/** Makes an offer of units of MB and BTC. */
export function offerOf(mb: bigint, btc: bigint, timeoutS?: number): Offer {
	return {
		firstAmount: exactNumber(formatAmount(mb, 0)),
		firstAsset: 'MB',
		secondAmount: exactNumber(formatAmount(btc, 8)),
		secondAsset: 'BTC',
		timeoutS,
	};
}

/** Returns the statuses of all transactions. */
export const statuses = ({ market }: TestMarket) => market.transactions().map(({ status }) => status);

/** Waits until both sides completed as many transactions. */
export const completed = (markets: readonly TestMarket[], count: number) =>
	until(
		() =>
			markets.every((market) => {
				const all = statuses(market);
				return all.length === count && all.every((status) => status === 'completed');
			}),
		{ awaited: 'completed transactions' },
	);
