import { reasonOf } from '../../http/http-error.ts';
import type { Log } from '../../log.ts';
import type { WalletResult, WalletTask } from '../trading/effects.ts';
import type { Wallet } from '../wallets/wallet.ts';
import { marketText } from './market-text.ts';

export interface WalletTasksOptions {
	readonly wallets: ReadonlyMap<string, Wallet>;
	readonly done: (task: WalletTask, result: WalletResult) => void;
	/** A wallet requires input that it did not require before. */
	readonly onInputRequired: (asset: string, required: NonNullable<Wallet['inputRequired']>) => void;
	readonly log: Log;
}

/** Runs the tasks of the wallets. A task that is in progress does not start again. */
export class WalletTasks {
	readonly #options: WalletTasksOptions;
	readonly #running = new Set<string>();
	/** Payments that wait for input, by asset and task. */
	readonly #waiting = new Map<string, Map<string, WalletTask>>();
	/** The last question of each asset that was reported. */
	readonly #asked = new Map<string, string>();

	/** The last reason of each payment that waits. */
	readonly #reasons = new Map<string, string>();

	constructor(options: WalletTasksOptions) {
		this.#options = options;
	}

	run(task: WalletTask): void {
		const { kind, asset, reference } = task;
		const wallet = this.#options.wallets.get(asset);
		const key = JSON.stringify([kind, asset, reference]);
		if (!wallet || this.#running.has(key)) return;
		this.#running.add(key);
		this.#result(wallet, task).then((result) => {
			this.#running.delete(key);
			this.#keep(task, key, result);
			this.#logReason(asset, key, result);
			this.#options.done(task, result);
			this.checkInput(asset);
		});
	}

	/** Reports the input that a wallet requires, once for each question. */
	checkInput(asset: string): void {
		const required = this.#options.wallets.get(asset)?.inputRequired;
		if (required?.question === this.#asked.get(asset)) return;
		if (required) {
			this.#asked.set(asset, required.question);
			this.#options.onInputRequired(asset, required);
		} else this.#asked.delete(asset);
	}

	/** Repeats the payments that waited for the input of a wallet. */
	inputProvided(asset: string): void {
		this.#asked.delete(asset);
		const tasks = this.#waiting.get(asset);
		this.#waiting.delete(asset);
		for (const task of tasks?.values() ?? []) this.run(task);
		this.checkInput(asset);
	}

	/** Keeps a payment that waits for input. */
	#keep(task: WalletTask, key: string, result: WalletResult): void {
		if (result.kind !== 'pay' || result.result.kind !== 'input-required') return;
		const tasks = this.#waiting.get(task.asset) ?? new Map<string, WalletTask>();
		this.#waiting.set(task.asset, tasks.set(key, task));
	}

	/** Logs why a payment waits, once for each reason. */
	#logReason(asset: string, key: string, result: WalletResult): void {
		if (result.kind !== 'pay') return;
		const reason = result.result.kind === 'not-yet' ? result.result.reason : undefined;
		if (reason === undefined) this.#reasons.delete(key);
		else if (this.#reasons.get(key) !== reason) {
			this.#reasons.set(key, reason);
			this.#options.log('warning', marketText.notPaid(asset, reason));
		}
	}

	/** Never rejects. */
	async #result(wallet: Wallet, task: WalletTask): Promise<WalletResult> {
		try {
			return await call(wallet, task);
		} catch (error) {
			const { kind } = task;
			const reason = reasonOf(error);
			if (kind === 'balance') return { kind, balance: undefined };
			if (kind === 'received') return { kind, received: undefined };
			return { kind, result: { kind: 'not-yet', reason } };
		}
	}
}

async function call(wallet: Wallet, task: WalletTask): Promise<WalletResult> {
	switch (task.kind) {
		case 'balance':
			return { kind: 'balance', balance: await wallet.balance() };
		case 'pay':
			return { kind: 'pay', result: await wallet.pay(task) };
		case 'received':
			return { kind: 'received', received: await wallet.received(task) };
	}
}
