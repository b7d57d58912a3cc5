import type { WalletResult, WalletTask } from '../../../../source/service/market/trading/effects.ts';

/** The wallets of all traders for an asset that no ledger of the market knows, as commands hold it. */
export class SimulatedBank {
	readonly #balances = new Map<string, bigint>();
	/** By payer and reference. */
	readonly #payments = new Map<string, { readonly to: string; readonly amount: bigint }>();

	constructor(traders: readonly string[], balance: bigint) {
		for (const trader of traders) this.#balances.set(trader, balance);
	}

	get total(): bigint {
		return [...this.#balances.values()].reduce((sum, balance) => sum + balance, 0n);
	}

	balance(trader: string): bigint {
		return this.#balances.get(trader) ?? 0n;
	}

	run(trader: string, task: WalletTask): WalletResult {
		if (task.kind === 'balance') return { kind: 'balance', balance: this.balance(trader) };
		const key = (payer: string) => `${payer} ${task.reference}`;
		if (task.kind === 'received') {
			const payment = this.#payments.get(key(task.from));
			return { kind: 'received', received: payment?.to === trader && payment.amount === task.amount };
		}
		const before = this.#payments.get(key(trader));
		if (before && (before.amount !== task.amount || before.to !== task.to)) {
			throw new Error(`${trader} pays ${task.reference} twice`);
		}
		if (!before) {
			this.#payments.set(key(trader), { to: task.to, amount: task.amount });
			this.#balances.set(trader, this.balance(trader) - task.amount);
			this.#balances.set(task.to, this.balance(task.to) + task.amount);
		}
		return { kind: 'pay', result: { kind: 'paid', paymentId: `bank-${task.reference}` } };
	}
}
