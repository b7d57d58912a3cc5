import type { EffectsCollector, WalletTask } from './effects.ts';
import { Retries } from './retries.ts';

/** Pause before a wallet is asked again, ms. */
const RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

/** Tasks of wallets without a final result. The first result of a task counts, later ones do not. */
export class WalletTasks {
	readonly #tasks = new Map<string, WalletTask>();
	/** Tasks that wallets are working on. */
	readonly #running = new Set<string>();
	readonly #retries = new Retries(RETRY_MS, MAX_RETRY_MS);
	readonly #effects: EffectsCollector;

	constructor(effects: EffectsCollector) {
		this.#effects = effects;
	}

	get nextMs(): number | undefined {
		return this.#retries.nextMs;
	}

	start(task: WalletTask): void {
		const key = keyOfTask(task);
		if (this.#tasks.has(key)) return;
		this.#tasks.set(key, task);
		this.#running.add(key);
		this.#effects.wallet(task);
	}

	/** Takes a result. Returns the task if it waited for one. */
	done(task: WalletTask): WalletTask | undefined {
		const key = keyOfTask(task);
		return this.#running.delete(key) ? this.#tasks.get(key) : undefined;
	}

	/** Runs a task again later. */
	again(task: WalletTask, nowMs: number): void {
		const key = keyOfTask(task);
		if (!this.#retries.has(key)) this.#retries.start(key, nowMs);
	}

	/** Makes the tasks of an asset due that run again later. */
	hasten(asset: string, nowMs: number): void {
		for (const [key, task] of this.#tasks) if (task.asset === asset) this.#retries.hasten(key, nowMs);
	}

	end(task: WalletTask): void {
		const key = keyOfTask(task);
		this.#tasks.delete(key);
		this.#running.delete(key);
		this.#retries.stop(key);
	}

	/** Runs the tasks again whose time has come, e.g. after an input of the user. */
	advance(nowMs: number): void {
		for (const key of this.#retries.take(nowMs)) {
			const task = this.#tasks.get(key);
			if (!task || this.#running.has(key)) continue;
			this.#running.add(key);
			this.#effects.wallet(task);
		}
	}
}

/** A new task for the same thing replaces an earlier one. */
function keyOfTask({ kind, asset, reference }: WalletTask): string {
	return `${kind} ${asset} ${reference}`;
}
