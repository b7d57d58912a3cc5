import type { Order } from '../../../basics/market/order.ts';
import { within } from '../../../basics/within.ts';
import { exactAmount } from '../../../protocol/exact-amount.ts';
import type { DeclaredAsset } from '../../../protocol/resources/market.ts';
import { clip, HttpError, invalidParameter, reasonOf } from '../../http/http-error.ts';
import type { Log } from '../../log/log.ts';
import type { Overlay } from '../../overlay/overlay.ts';
import {
	type OrderFields,
	orderFields,
	type PaymentFields,
	type TickFields,
	type TickGroupFields,
	type TransactionFields,
	tickFields,
} from '../order-fields.ts';
import type { AssetSettings } from '../settings.ts';
import type { EventName } from '../trading/effects.ts';
import type { AssetBalance, PlaceRefusal } from '../trading/trading-options.ts';
import type { TransactionPage } from '../trading/transaction-view.ts';
import type { Wallet } from '../wallets/wallet.ts';
import { type CoreOptions, createCore } from './create-core.ts';
import { marketText } from './market-text.ts';
import { type Offer, OfferChecks } from './offer-checks.ts';
import { openWallets } from './open-wallets.ts';
import { MARKET_TOPIC, TradingDriver } from './trading-driver.ts';
import { WalletTasks } from './wallet-tasks.ts';

/** Time that a request waits for the balance of a wallet. */
const WALLET_WAIT_MS = 2_000;

/** The overlay is not started yet. */
export interface MarketServiceOptions extends Omit<CoreOptions, 'wallets' | 'nowMs'> {
	readonly stateFolder: string;
	readonly emit: (name: EventName | 'market_iom_input_required', payload: object) => void;
	/** Called with the reason of a new failure, and with undefined when the market works again. */
	readonly onFailure: (reason: string | undefined) => void;
	readonly log: Log;
	/** Unix time, ms. Default: Date.now. */
	readonly now?: () => number;
}

/**
 * Connects the trading core to the database, the overlay, the wallets, the clock and the event stream. Errors are
 * HttpErrors.
 */
export class MarketService {
	/** Id of this service: 64 lower-case hexadecimal digits. */
	readonly trader: string;
	readonly #now: () => number;
	readonly #assets: ReadonlyMap<string, AssetSettings>;
	readonly #checks: OfferChecks;
	readonly #wallets: ReadonlyMap<string, Wallet>;
	readonly #tasks: WalletTasks;
	readonly #driver: TradingDriver;
	readonly #overlay: Overlay | undefined;
	/** Orders never change, and a book of 10,000 takes 50 ms without this. */
	readonly #ticks = new WeakMap<Order, TickFields>();

	/** @throws HttpError if a wallet is unusable */
	constructor(options: MarketServiceOptions) {
		const { settings, identity, stateFolder, store, overlay, emit, log, now = Date.now } = options;
		this.#now = now;
		this.trader = identity.id;
		this.#overlay = overlay;
		this.#assets = new Map(settings.assets.map((asset) => [asset.name, asset]));
		this.#checks = new OfferChecks(this.#assets);
		this.#wallets = openWallets({
			assets: settings.assets,
			trader: identity.id,
			stateFolder,
			balanceOf: (asset) => this.#balances().get(asset)?.balance ?? 0n,
			log,
		});
		this.#driver = new TradingDriver({
			store,
			load: () => createCore({ ...options, wallets: this.#wallets, nowMs: now() }),
			overlay,
			emit: ({ name, payload }) => emit(name, payload),
			runTask: (task) => this.#tasks.run(task),
			onFault: (error) => log('error', marketText.fault, error),
			onFailure: (error) => {
				if (error !== undefined && !(error instanceof HttpError)) log('error', marketText.fault, error);
				options.onFailure(error === undefined ? undefined : reasonOf(error));
			},
			now,
		});
		this.#tasks = new WalletTasks({
			wallets: this.#wallets,
			done: (task, result) => this.#driver.run((core, nowMs) => core.walletDone(task, result, nowMs)),
			onInputRequired: (asset, required) => emit('market_iom_input_required', { asset, ...required }),
			log,
		});
		overlay?.join(MARKET_TOPIC, {
			published: (message) => this.#driver.published(message),
			received: (message) => this.#driver.received(message),
			connected: (peer) => this.#driver.run((core, nowMs) => core.connected(peer, nowMs)),
			disconnected: (peer) => this.#driver.disconnected(peer),
		});
	}

	/** Continues unfinished work. Throws an HttpError if the stored records cannot be read. */
	start(): void {
		this.#driver.start();
		for (const [asset, wallet] of this.#wallets) {
			// A command reports its address with the balance.
			if (wallet.address === '') this.#tasks.run({ kind: 'balance', asset, reference: '' });
			else this.#tasks.checkInput(asset);
		}
	}

	/** Stores everything and ends the calls of wallets. The overlay is closed by its owner, before. */
	close(): void {
		this.#driver.close();
		for (const wallet of this.#wallets.values()) wallet.close();
	}

	asks(): readonly TickGroupFields[] {
		return this.#groups(true);
	}

	bids(): readonly TickGroupFields[] {
		return this.#groups(false);
	}

	/** Durable when it resolves. */
	createAsk(offer: Offer): Promise<OrderFields> {
		return this.#place(offer, true);
	}

	/** Durable when it resolves. */
	createBid(offer: Offer): Promise<OrderFields> {
		return this.#place(offer, false);
	}

	/** Own orders. */
	orders(): readonly OrderFields[] {
		this.#driver.advance();
		const nowMs = this.#now();
		return this.#driver.core.ownOrders().map((order) => orderFields(order, this.#precisionOf, nowMs));
	}

	/** 404 for an unknown number, 400 if the order is neither open nor unverified. */
	async cancel(number: number): Promise<void> {
		const { result } = this.#driver.input((core, nowMs) => core.cancel(number, nowMs));
		if (result === 'ok') return;
		if (result === 'unknown') throw notFound('OrderNotFoundError', marketText.unknownOrder(number));
		throw new HttpError(400, 'OrderNotOpenError', marketText.notOpen(number, result));
	}

	/** Those with a payment, by number. */
	transactions(page?: TransactionPage): readonly TransactionFields[] {
		return this.#driver.core.transactions(page);
	}

	/** 404 if the trader has no transaction of that number here. */
	payments(trader: string, number: number): readonly PaymentFields[] {
		const payments = trader.toLowerCase() === this.trader ? this.#driver.core.paymentsOf(number) : undefined;
		if (payments) return payments;
		throw notFound('TransactionNotFoundError', marketText.unknownTransaction(clip(trader), number));
	}

	async assets(): Promise<readonly Required<DeclaredAsset>[]> {
		const assets = [...this.#assets.values()];
		const held = await Promise.all(assets.map((asset) => this.#heldBy(asset)));
		const balances = this.#balances();
		return assets.map((asset, index) => this.#assetRow(asset, held[index], balances.get(asset.name)));
	}

	/** Traders with which this service does not trade, with the reason, which has no period. */
	blockedTraders() {
		const reasons = new Map(this.#overlay?.blockedServices().map(({ id, reason }) => [id, reason]));
		for (const { trader, reason } of this.#driver.core.blocked()) reasons.set(trader, reason);
		return [...reasons].map(([trader, reason]) => ({ trader, reason }));
	}

	/** 404 if the trader is not blocked. */
	unblock(trader: string): void {
		const id = trader.toLowerCase();
		const { isDone } = this.#driver.input((core, nowMs) => core.unblock(id, nowMs));
		const wasIgnored = this.#overlay?.unblock(id) ?? false;
		if (!isDone && !wasIgnored) throw notFound('TraderNotFoundError', marketText.notBlocked(clip(trader)));
	}

	/** Gives a wallet the input that it requires. 404 for an unknown asset, 400 if the input is refused. */
	async provideInput(name: string, input: string): Promise<void> {
		const wallet = this.#wallets.get(name);
		if (!wallet) throw notFound('AssetNotFoundError', this.#checks.unknownAsset(name));
		if (!wallet.inputRequired) throw invalidParameter(marketText.noInput(name));
		const refusal = await wallet.provideInput(input);
		if (refusal !== undefined) {
			throw new HttpError(400, 'WalletInputError', marketText.refusedInput(name, refusal));
		}
		this.#tasks.checkInput(name);
		this.#driver.run((core, nowMs) => core.walletReady(name, nowMs));
	}

	#groups(isAsk: boolean): readonly TickGroupFields[] {
		return this.#driver.core.books(isAsk).map(({ asset1, asset2, ticks }) => ({
			asset1,
			asset2,
			ticks: ticks.map((order) => this.#tick(order)),
		}));
	}

	#tick(order: Order): TickFields {
		let fields = this.#ticks.get(order);
		if (!fields) {
			fields = tickFields(order, this.#precisionOf);
			this.#ticks.set(order, fields);
		}
		return fields;
	}

	async #place(offer: Offer, isAsk: boolean): Promise<OrderFields> {
		const trade = this.#checks.tradeOf(offer, isAsk);
		const paying = isAsk ? offer.firstAsset : offer.secondAsset;
		const held = await this.#heldBy(this.#checks.asset(paying));
		const placed = this.#driver.input((core, nowMs) => core.place(trade, nowMs, held));
		if (placed.kind === 'refused') throw this.#refused(placed.reason, placed.asset ?? paying, held);
		// The ledger confirms its balance at once. A command may take longer.
		if (this.#checks.asset(paying).wallet.type === 'ledger') await this.#tasks.idle(paying);
		const order = this.#driver.core.order(placed.number);
		if (!order) throw new Error(`order ${placed.number} is missing`);
		return orderFields(order, this.#precisionOf, this.#now());
	}

	#refused(reason: PlaceRefusal, asset: string, held: bigint | undefined): HttpError {
		const known = this.#balances().get(asset);
		const available = held === undefined ? known?.available : rest(held, known?.committed ?? 0n);
		return this.#checks.refusal(reason, asset, available);
	}

	/** Returns the balance of a wallet that alone knows it. Undefined if the wallet is slow. */
	async #heldBy({ name, wallet: { type } }: AssetSettings): Promise<bigint | undefined> {
		if (type !== 'command') return undefined;
		const balance = await within(this.#wallets.get(name)?.balance(), WALLET_WAIT_MS, undefined);
		this.#tasks.checkInput(name);
		return balance;
	}

	#assetRow(
		{ name, precision, credit, exposure, wallet: { type } }: AssetSettings,
		held: bigint | undefined,
		known: AssetBalance | undefined,
	): Required<DeclaredAsset> {
		const available = held === undefined ? known?.available : rest(held, known?.committed ?? 0n);
		const shown = (units: bigint | undefined) => (units === undefined ? null : exactAmount(units, precision));
		return {
			name,
			precision,
			balance: shown(held ?? known?.balance),
			available: shown(available),
			credit: exactAmount(credit, precision),
			owed: exactAmount(known?.owed ?? 0n, precision),
			exposure: exactAmount(exposure, precision),
			wallet: type,
			input_required: this.#wallets.get(name)?.inputRequired ?? null,
		};
	}

	#balances() {
		return new Map(this.#driver.core.balances().map((balance) => [balance.name, balance]));
	}

	readonly #precisionOf = (asset: string): number => this.#assets.get(asset)?.precision ?? 0;
}

/** Returns the amount that is not committed. */
const rest = (held: bigint, committed: bigint): bigint => (held > committed ? held - committed : 0n);

const notFound = (code: string, message: string) => new HttpError(404, code, message);
