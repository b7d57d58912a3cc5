import { createHash, randomBytes } from 'node:crypto';
import { clip, HttpError, invalidParameter, reasonOf } from '../../http/http-error.ts';
import type { Log } from '../../log.ts';
import type { Overlay } from '../../overlay/overlay.ts';
import { formatAmount } from '../amount.ts';
import { amountFrom, amountNumber } from '../amount-number.ts';
import type { Signatures } from '../ledger/note.ts';
import { type AssetRow, DEFAULT_TIMEOUT_S, type Market, type Offer } from '../market.ts';
import { type OrderFields, orderFields, type TickGroupFields, tickGroupFields } from '../order-fields.ts';
import type { AssetSettings, MarketSettings, WrittenAmount } from '../settings.ts';
import type { EventName } from '../trading/effects.ts';
import { Trading } from '../trading/trading.ts';
import type { AssetBalance, PlaceRefusal, TradeOffer } from '../trading/trading-options.ts';
import type { PaymentFields, TransactionFields } from '../transaction-fields.ts';
import type { Wallet } from '../wallets/wallet.ts';
import type { MarketStore } from './market-store.ts';
import { marketText } from './market-text.ts';
import { envelopeOf, jsonOf } from './message-bodies.ts';
import { openWallets } from './open-wallets.ts';
import { MARKET_TOPIC, TradingDriver } from './trading-driver.ts';
import { WalletTasks } from './wallet-tasks.ts';

export interface MarketServiceOptions {
	readonly settings: MarketSettings;
	/** Keys of this service. */
	readonly identity: {
		/** 64 lower-case hexadecimal digits. */
		readonly id: string;
		sign(purpose: string, content: string): string;
		verify(id: string, purpose: string, content: string, signature: string): boolean;
	};
	readonly stateFolder: string;
	readonly store: MarketStore;
	/** Not started yet. Undefined without connections to other services. */
	readonly overlay: Overlay | undefined;
	readonly emit: (name: EventName | 'market_iom_input_required', payload: object) => void;
	/** Called with the reason of a new failure, and with undefined when the market works again. */
	readonly onFailure: (reason: string | undefined) => void;
	readonly log: Log;
	/** Unix time, ms. Default: Date.now. */
	readonly now?: () => number;
}

/** Connects the trading core to the database, the overlay, the wallets, the clock and the event stream. */
export class MarketService implements Market {
	readonly trader: string;
	readonly #options: MarketServiceOptions;
	readonly #now: () => number;
	readonly #assets: ReadonlyMap<string, AssetSettings>;
	readonly #wallets: ReadonlyMap<string, Wallet>;
	readonly #tasks: WalletTasks;
	readonly #driver: TradingDriver;

	/** @throws HttpError if a wallet is unusable */
	constructor(options: MarketServiceOptions) {
		const { settings, identity, stateFolder, store, overlay, emit, log, now = Date.now } = options;
		this.#options = options;
		this.#now = now;
		this.trader = identity.id;
		this.#assets = new Map(settings.assets.map((asset) => [asset.name, asset]));
		this.#wallets = openWallets({
			assets: settings.assets,
			trader: identity.id,
			stateFolder,
			balanceOf: (asset) => this.#balances().get(asset)?.balance ?? 0n,
			log,
		});
		this.#driver = new TradingDriver({
			store,
			load: () => this.#createCore(),
			overlay,
			emit: ({ name, payload }) => emit(name, payload),
			runTask: (task) => this.#tasks.run(task),
			onFailure: (error) => options.onFailure(error === undefined ? undefined : reasonOf(error)),
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
		return tickGroupFields(this.#driver.core.books(true), this.#precisionOf);
	}

	bids(): readonly TickGroupFields[] {
		return tickGroupFields(this.#driver.core.books(false), this.#precisionOf);
	}

	createAsk(offer: Offer): Promise<OrderFields> {
		return this.#place(offer, true);
	}

	createBid(offer: Offer): Promise<OrderFields> {
		return this.#place(offer, false);
	}

	orders(): readonly OrderFields[] {
		const nowMs = this.#now();
		return this.#driver.core.ownOrders().map((order) => orderFields(order, this.#precisionOf, nowMs));
	}

	async cancel(number: number): Promise<void> {
		const { result } = this.#driver.input((core, nowMs) => core.cancel(number, nowMs));
		if (result === 'ok') return;
		if (result === 'unknown') throw notFound('OrderNotFoundError', marketText.unknownOrder(number));
		throw new HttpError(400, 'OrderNotOpenError', marketText.notOpen(number, result));
	}

	transactions(): readonly TransactionFields[] {
		return this.#driver.core.transactions();
	}

	payments(trader: string, number: number): readonly PaymentFields[] {
		const payments = trader.toLowerCase() === this.trader ? this.#driver.core.paymentsOf(number) : undefined;
		if (payments) return payments;
		throw notFound('TransactionNotFoundError', marketText.unknownTransaction(clip(trader), number));
	}

	async assets(): Promise<readonly AssetRow[]> {
		const assets = [...this.#assets.values()];
		const held = await Promise.all(assets.map((asset) => this.#heldBy(asset)));
		const balances = this.#balances();
		return assets.map((asset, index) => this.#assetRow(asset, held[index], balances.get(asset.name)));
	}

	async provideInput(name: string, input: string): Promise<void> {
		const wallet = this.#wallets.get(name);
		if (!wallet) throw notFound('AssetNotFoundError', this.#unknownAsset(name));
		if (!wallet.inputRequired) throw invalidParameter(marketText.noInput(name));
		const refusal = await wallet.provideInput(input);
		if (refusal !== undefined) {
			throw new HttpError(400, 'WalletInputError', marketText.refusedInput(name, refusal));
		}
		this.#tasks.checkInput(name);
		this.#driver.run((core, nowMs) => core.walletReady(name, nowMs));
	}

	async #place(offer: Offer, isAsk: boolean): Promise<OrderFields> {
		const trade = this.#tradeOf(offer, isAsk);
		const paying = isAsk ? offer.firstAsset : offer.secondAsset;
		const held = await this.#heldBy(this.#asset(paying));
		const placed = this.#driver.input((core, nowMs) => core.place(trade, nowMs, held));
		if (placed.kind === 'refused') throw this.#refusal(placed.reason, placed.asset ?? paying, held);
		// The ledger confirms its balance at once. A command may take longer.
		if (this.#asset(paying).wallet.type === 'ledger') await this.#tasks.idle(paying);
		const order = this.#driver.core.order(placed.number);
		if (!order) throw new Error(`order ${placed.number} is missing`);
		return orderFields(order, this.#precisionOf, this.#now());
	}

	#tradeOf(offer: Offer, isAsk: boolean): TradeOffer {
		const { firstAsset, secondAsset, firstAmount, secondAmount, timeoutS = DEFAULT_TIMEOUT_S } = offer;
		const assets = { first: this.#asset(firstAsset).name, second: this.#asset(secondAsset).name };
		if (assets.first === assets.second) throw this.#refusal('same-asset', firstAsset);
		const first = this.#units('first_asset_amount', firstAmount, this.#asset(firstAsset));
		const second = this.#units('second_asset_amount', secondAmount, this.#asset(secondAsset));
		if (first === 0n || second === 0n) throw this.#refusal('amount-not-positive', firstAsset);
		return { isAsk, assets, first, second, timeoutS };
	}

	#asset(name: string): AssetSettings {
		const asset = this.#assets.get(name);
		if (!asset) throw new HttpError(400, 'UnknownAssetError', this.#unknownAsset(name));
		return asset;
	}

	#unknownAsset(name: string): string {
		const declared = [...this.#assets.keys()];
		return declared.length === 0 ? marketText.noAssets : marketText.unknownAsset(clip(name), declared);
	}

	#units(field: string, value: WrittenAmount, { name, precision }: AssetSettings): bigint {
		const units = amountFrom(value, precision);
		if (typeof units === 'bigint') return units;
		throw invalidParameter(marketText.amount[units](field, name, precision));
	}

	/** `held` is the balance of the asset's wallet, if that alone knows it. */
	#refusal(reason: PlaceRefusal, asset: string, held?: bigint): HttpError {
		switch (reason) {
			case 'unknown-asset':
				return new HttpError(400, 'UnknownAssetError', this.#unknownAsset(asset));
			case 'amount-not-positive':
				return invalidParameter(marketText.notPositive);
			case 'amount-too-large':
				return invalidParameter(marketText.amount['too-large']('An amount'));
			case 'same-asset':
				return invalidParameter(marketText.sameAsset);
			case 'invalid-timeout':
				return invalidParameter(marketText.timeout);
			case 'insufficient-balance': {
				const known = this.#balances().get(asset);
				const available = held === undefined ? known?.available : rest(held, known?.committed ?? 0n);
				const shown = available === undefined ? undefined : formatAmount(available, this.#precisionOf(asset));
				return new HttpError(400, 'InsufficientBalanceError', marketText.insufficient(asset, shown));
			}
			case 'too-many-orders':
				return new HttpError(400, 'TooManyOrdersError', marketText.tooManyOrders);
		}
	}

	/** Returns the balance of a wallet that alone knows it. */
	async #heldBy({ name, wallet: { type } }: AssetSettings): Promise<bigint | undefined> {
		if (type !== 'command') return undefined;
		const balance = await this.#wallets.get(name)?.balance();
		this.#tasks.checkInput(name);
		return balance;
	}

	#assetRow(
		{ name, precision, credit, wallet: { type } }: AssetSettings,
		held: bigint | undefined,
		known: AssetBalance | undefined,
	): AssetRow {
		const available = held === undefined ? known?.available : rest(held, known?.committed ?? 0n);
		const shown = (units: bigint | undefined) =>
			units === undefined ? null : amountNumber(units, precision);
		return {
			name,
			precision,
			balance: shown(held ?? known?.balance),
			available: shown(available),
			credit: amountNumber(credit, precision),
			wallet: type,
			input_required: this.#wallets.get(name)?.inputRequired ?? null,
		};
	}

	#balances() {
		return new Map(this.#driver.core.balances().map((balance) => [balance.name, balance]));
	}

	readonly #precisionOf = (asset: string): number => this.#assets.get(asset)?.precision ?? 0;

	#createCore(): Trading {
		const { settings, store, overlay } = this.#options;
		return new Trading({
			trader: this.trader,
			signatures: this.#signatures(),
			assets: settings.assets.map(({ name, precision, balance, credit, wallet }) => {
				const held = this.#wallets.get(name);
				return {
					name,
					precision,
					balance,
					isExternal: wallet.type === 'command',
					credit,
					// A command reports it later.
					get address() {
						return held?.address ?? '';
					},
				};
			}),
			saved: store.load(),
			ids: {
				next: () => randomBytes(16).toString('hex'),
				hash: (content) => createHash('sha256').update(content).digest('hex'),
			},
			open: (envelope) => {
				const opened = overlay?.open(MARKET_TOPIC, envelopeOf(envelope));
				const body = opened && jsonOf(opened.body);
				return opened && body !== undefined ? { from: opened.from, body } : undefined;
			},
			transactionTimeoutMs: settings.transactionTimeoutS * 1000,
			nowMs: this.#now(),
		});
	}

	#signatures(): Signatures {
		const { identity } = this.#options;
		return {
			trader: identity.id,
			sign: (purpose, content) => identity.sign(purposeOf(purpose), content),
			verify: (trader, purpose, content, signature) =>
				identity.verify(trader, purposeOf(purpose), content, signature),
		};
	}
}

/** Returns the purpose as it is signed, so that no signature of the market is valid elsewhere. */
const purposeOf = (purpose: string): string => `seedtop/market/${purpose}/1`;

/** Returns the amount that is not committed. */
const rest = (held: bigint, committed: bigint): bigint => (held > committed ? held - committed : 0n);

const notFound = (code: string, message: string) => new HttpError(404, code, message);
