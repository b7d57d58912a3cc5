import { exactNumber, parseExactDecimals, stringifyExact } from '../../source/protocol/exact-json.ts';
import { amountFrom } from '../../source/service/market/amount-number.ts';
import { openIdentity } from '../../source/service/overlay/identity.ts';
import type { RunningService } from './service-process.ts';

/** An asset of a trading service, as in its settings. Amounts are decimal texts. */
export interface TradedAsset {
	readonly name: string;
	readonly precision: number;
	readonly balance: string;
	readonly credit: string;
}

/** Units of an asset and its name. */
export interface Amount {
	readonly units: bigint;
	readonly asset: string;
}

export interface ShownTick {
	readonly trader: string;
	readonly number: number;
	readonly first: Amount;
	readonly second: Amount;
	readonly traded: bigint;
}

export interface ShownOrder extends ShownTick {
	readonly isAsk: boolean;
	readonly reserved: bigint;
	readonly status: string;
}

export interface ShownTransaction {
	readonly trader: string;
	readonly number: number;
	readonly order: number;
	readonly partner: string;
	readonly partnerOrder: number;
	readonly first: Amount;
	readonly second: Amount;
	readonly transferred: { readonly first: Amount; readonly second: Amount };
	readonly status: string;
	readonly isComplete: boolean;
}

export interface ShownPayment {
	readonly id: string;
	readonly from: string;
	readonly to: string;
	readonly quantity: Amount;
}

export interface ShownBalance {
	readonly balance: bigint;
	readonly available: bigint;
}

/** A response with an error status. A service without a response causes another error. */
export class Refusal extends Error {
	readonly status: number;

	constructor(request: string, status: number, body: string) {
		super(`${request} is refused with ${status}: ${body}`);
		this.status = status;
	}
}

/** Places orders in a service and reads its market, with exact amounts. It shares no code with the client. */
export class Trader {
	readonly #service: Pick<RunningService, 'url' | 'key' | 'stateFolder'>;
	readonly #precision: ReadonlyMap<string, number>;

	constructor(service: Pick<RunningService, 'url' | 'key' | 'stateFolder'>, assets: readonly TradedAsset[]) {
		this.#service = service;
		this.#precision = new Map(assets.map(({ name, precision }) => [name, precision]));
	}

	/** Returns the id of the service. It is that of its identity file, which the market creates. */
	async id(): Promise<string> {
		return openIdentity(this.#service.stateFolder).id;
	}

	/** Offers `first` for `second`, texts like '2.5 MB'. */
	ask(first: string, second: string, timeoutS?: number): Promise<void> {
		return this.#place('/market/asks', first, second, timeoutS);
	}

	/** Requests `first` for `second`. */
	bid(first: string, second: string, timeoutS?: number): Promise<void> {
		return this.#place('/market/bids', first, second, timeoutS);
	}

	async cancel(order: number): Promise<void> {
		await this.#request('POST', `/market/orders/${order}/cancel`);
	}

	async orders(): Promise<readonly ShownOrder[]> {
		return listIn(await this.#request('GET', '/market/orders'), 'orders').map((order) => ({
			...this.#tick(order),
			isAsk: order.is_ask === true,
			reserved: this.#units(order.reserved_quantity, fieldsOf(fieldsOf(order.assets).first).type),
			status: String(order.status),
		}));
	}

	/** Returns the ticks of both books. */
	async ticks(): Promise<{ readonly asks: readonly ShownTick[]; readonly bids: readonly ShownTick[] }> {
		const [asks, bids] = await Promise.all([this.#book('asks'), this.#book('bids')]);
		return { asks, bids };
	}

	async transactions(): Promise<readonly ShownTransaction[]> {
		return listIn(await this.#request('GET', '/market/transactions'), 'transactions').map((transaction) => ({
			trader: String(transaction.trader_id),
			number: Number(transaction.transaction_number),
			order: Number(transaction.order_number),
			partner: String(transaction.partner_trader_id),
			partnerOrder: Number(transaction.partner_order_number),
			...this.#pair(transaction.assets),
			transferred: this.#pair(transaction.transferred),
			status: String(transaction.status),
			isComplete: transaction.payment_complete === true,
		}));
	}

	async payments(transaction: Pick<ShownTransaction, 'trader' | 'number'>): Promise<readonly ShownPayment[]> {
		const path = `/market/transactions/${transaction.trader}/${transaction.number}/payments`;
		return listIn(await this.#request('GET', path), 'payments').map((payment) => ({
			id: String(payment.payment_id),
			from: String(payment.address_from),
			to: String(payment.address_to),
			quantity: this.#amount({ amount: payment.quantity, type: payment.quantity_type }),
		}));
	}

	/** Returns the balances by asset, units. */
	async balances(): Promise<ReadonlyMap<string, ShownBalance>> {
		const assets = listIn(await this.#request('GET', '/market/assets'), 'assets');
		return new Map(
			assets.map(({ name, balance, available }) => [
				String(name),
				{ balance: this.#units(balance, name), available: this.#units(available, name) },
			]),
		);
	}

	async #book(side: 'asks' | 'bids'): Promise<readonly ShownTick[]> {
		const groups = listIn(await this.#request('GET', `/market/${side}`), side);
		return groups.flatMap((group) => listIn(group, 'ticks').map((tick) => this.#tick(tick)));
	}

	async #place(path: string, first: string, second: string, timeoutS: number | undefined): Promise<void> {
		const [firstAmount = '', firstType] = first.split(' ');
		const [secondAmount = '', secondType] = second.split(' ');
		await this.#request('PUT', path, {
			first_asset_amount: exactNumber(firstAmount),
			first_asset_type: firstType,
			second_asset_amount: exactNumber(secondAmount),
			second_asset_type: secondType,
			...(timeoutS === undefined ? {} : { timeout: timeoutS }),
		});
	}

	async #request(method: string, path: string, body?: object): Promise<Fields> {
		const { url, key } = this.#service;
		const response = await fetch(url + path, {
			method,
			headers: { 'x-api-key': key, ...(body ? { 'content-type': 'application/json' } : {}) },
			...(body ? { body: stringifyExact(body) } : {}),
		});
		const text = await response.text();
		if (!response.ok) throw new Refusal(`${method} ${path}`, response.status, text);
		return fieldsOf(parseExactDecimals(text));
	}

	#tick(tick: Fields): ShownTick {
		const pair = this.#pair(tick.assets);
		return {
			trader: String(tick.trader_id),
			number: Number(tick.order_number),
			...pair,
			traded: this.#units(tick.traded, pair.first.asset),
		};
	}

	#pair(value: unknown): { readonly first: Amount; readonly second: Amount } {
		const { first, second } = fieldsOf(value);
		return { first: this.#amount(first), second: this.#amount(second) };
	}

	#amount(value: unknown): Amount {
		const { amount, type } = fieldsOf(value);
		return { units: this.#units(amount, type), asset: String(type) };
	}

	#units(value: unknown, asset: unknown): bigint {
		const precision = this.#precision.get(String(asset));
		if (precision === undefined) throw new Error(`${asset} is no asset of the service.`);
		const units = amountFrom(value, precision);
		if (typeof units !== 'bigint') throw new Error(`${value} is no amount of ${asset}: ${units}.`);
		return units;
	}
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
	if (typeof value !== 'object' || value === null) throw new Error(`${value} has no fields.`);
	return value as Fields;
}

function listIn(fields: Fields, name: string): readonly Fields[] {
	const list = fields[name];
	if (!Array.isArray(list)) throw new Error(`${name} is no list.`);
	return list.map(fieldsOf);
}
