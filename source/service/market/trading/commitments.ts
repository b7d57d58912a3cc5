import { divideUp } from '../../../basics/big-integers.ts';
import { available, isLive, type Order, statusOf } from '../../../basics/market/order.ts';
import type { Negotiation } from './negotiation.ts';
import { owedTo } from './payment-limits.ts';
import type { TradingContext } from './trading-context.ts';
import type { AssetBalance } from './trading-options.ts';
import { givenAsset, unpaidBy } from './transaction.ts';
import type { Transactions } from './transactions.ts';

/** Amounts that own orders, proposals and transactions may still pay. An order reserves its balance when it is placed. */
export class Commitments {
	readonly #context: TradingContext;
	readonly #negotiation: Pick<Negotiation, 'pending'>;
	readonly #transactions: Transactions;
	/** Last known balances of wallets that alone know them. */
	readonly #external = new Map<string, bigint>();

	constructor(
		context: TradingContext,
		negotiation: Pick<Negotiation, 'pending'>,
		transactions: Transactions,
	) {
		this.#context = context;
		this.#negotiation = negotiation;
		this.#transactions = transactions;
	}

	/** Keeps the balance that a wallet reported. */
	reported(asset: string, balance: bigint): void {
		if (this.#context.assets.get(asset)?.isExternal) this.#external.set(asset, balance);
	}

	of(asset: string): bigint {
		const { engine, nowMs } = this.#context;
		let sum = 0n;
		for (const order of engine.ownOrders()) {
			if (!isLive(statusOf(order, nowMs))) continue;
			if (givenAsset(order) === asset) sum += neededFor(order);
		}
		for (const { own, reservation } of this.#negotiation.pending()) {
			const order = engine.order(own);
			if (!order || givenAsset(order) !== asset) continue;
			sum += order.isAsk ? reservation.quantity : reservation.payment;
		}
		for (const transaction of this.#transactions.active()) {
			const isPending = transaction.status === 'pending' && givenAsset(transaction) === asset;
			if (isPending) sum += unpaidBy(transaction);
		}
		return sum;
	}

	/** Undefined if the wallet alone knows the balance. */
	availableOf(asset: string): bigint | undefined {
		const { assets, ledger } = this.#context;
		return assets.get(asset)?.isExternal ? undefined : ledger.balance(asset) - this.of(asset);
	}

	balances(): readonly AssetBalance[] {
		return this.#context.assets.all().map(({ name, isExternal }) => {
			const balance = isExternal ? this.#external.get(name) : this.#context.ledger.balance(name);
			const committed = this.of(name);
			const rest = (balance ?? 0n) - committed;
			const free = balance === undefined ? undefined : rest > 0n ? rest : 0n;
			const owed = owedTo(this.#transactions, name);
			return { name, balance, committed, owed, available: free };
		});
	}
}

/** Returns the most that an order pays for its quantity that is neither traded nor reserved. */
function neededFor(order: Order): bigint {
	const quantity = available(order);
	return order.isAsk ? quantity : divideUp(quantity * order.second, order.first);
}
