import { BoundedMap } from '../../../basics/bounded-map.ts';
import { reasonOf } from '../../http/http-error.ts';
import type { Log } from '../../log/log.ts';
import type { WalletResult, WalletTask } from '../trading/effects.ts';
import type { Wallet } from '../wallets/wallet.ts';
import { marketText } from './market-text.ts';

/** Reasons that are known as logged. */
const MAX_REASONS = 1_000;

interface WalletTasksOptions {
	readonly wallets: ReadonlyMap<string, Wallet>;
	readonly done: (task: WalletTask, result: WalletResult) => void;
	/** A wallet requires input that it did not require before. */
	readonly onInputRequired: (asset: string, required: NonNullable<Wallet['inputRequired']>) => void;
	readonly log: Log;
}

/** Runs the tasks of the wallets. A task that is in progress does not start again. */
export class WalletTasks {
	readonly #options: WalletTasksOptions;
	/** Tasks in progress by their key, by asset. */
	readonly #running = new Map<string, Map<string, Promise<void>>>();
	/** The last question of each asset that was reported. */
	readonly #asked = new Map<string, string>();
	/** The last reason of each payment that waits, also of one that was given up. */
	readonly #reasons = new BoundedMap<string>(MAX_REASONS);

	constructor(options: WalletTasksOptions) {
		this.#options = options;
	}

	run(task: WalletTask): void {
		const { kind, asset, reference } = task;
		const wallet = this.#options.wallets.get(asset);
		if (!wallet) return;
		const key = JSON.stringify([kind, asset, reference]);
		const running = this.#running.get(asset) ?? new Map<string, Promise<void>>();
		this.#running.set(asset, running);
		if (running.has(key)) return;
		const ended = this.#result(wallet, task).then((result) => {
			running.delete(key);
			this.#logReason(asset, key, result);
			this.#options.done(task, result);
			this.checkInput(asset);
		});
		running.set(key, ended);
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

	/** Resolves when the tasks of an asset that are in progress have ended. */
	async idle(asset: string): Promise<void> {
		await Promise.all(this.#running.get(asset)?.values() ?? []);
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
