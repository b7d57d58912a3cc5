import type { Engine } from '../engine/port.ts';
import { reasonOf } from '../http/http-error.ts';
import type { Log } from '../log.ts';

/** Milliseconds before an engine that died is started again: at first, and when it keeps dying. */
const MIN_RESTART_DELAY_MS = 250;
const MAX_RESTART_DELAY_MS = 60_000;
/** An engine that lived for so many milliseconds was sound. */
const STABLE_AFTER_MS = 60_000;

export interface EngineSupervisorOptions {
	readonly engine: Engine;
	readonly log: Log;
	/** The engine cannot be started for now; it is tried again. */
	readonly onException: (reason: string) => void;
	/** Another engine runs, and knows nothing yet. */
	readonly onRenewal: () => void;
}

/** Sees to it that an engine runs: starts it, and another one when it died. */
export class EngineSupervisor {
	readonly #options: EngineSupervisorOptions;
	#runs = false;
	/** Milliseconds of `performance.now()`. */
	#startedAt = 0;
	/** Time since which the engine does not respond; undefined while it does. */
	#silentSince: number | undefined;
	#deaths = 0;
	#restarting: NodeJS.Timeout | undefined;
	#closing = false;

	constructor(options: EngineSupervisorOptions) {
		this.#options = options;
	}

	/** Can the engine be given orders? */
	get runs(): boolean {
		return this.#runs;
	}

	get responds(): boolean {
		return this.#silentSince === undefined;
	}

	/** Is none started any more? */
	get closing(): boolean {
		return this.#closing;
	}

	/** Rejects when the engine does not start; then it is tried again, as after its death. */
	async start(): Promise<void> {
		this.#startedAt = performance.now();
		try {
			await this.#options.engine.start();
		} catch (error) {
			if (!this.#closing) this.#startLater();
			throw error;
		}
		this.#runs = true;
	}

	unresponsive(): void {
		this.#silentSince = performance.now();
	}

	responsive(): void {
		this.#silentSince = undefined;
	}

	/** The engine has died: another takes over. */
	died(): void {
		this.#runs = false;
		if (!this.#closing) this.#startLater();
	}

	/** No engine is started any more. */
	close(): void {
		this.#closing = true;
		clearTimeout(this.#restarting);
	}

	/** Tries until an engine runs. One that keeps dying, or does not even start, is given more and more time. */
	#startLater(): void {
		const { engine, log, onException, onRenewal } = this.#options;
		const life = (this.#silentSince ?? performance.now()) - this.#startedAt;
		this.#silentSince = undefined;
		this.#deaths = life > STABLE_AFTER_MS ? 1 : this.#deaths + 1;
		const wait = Math.min(MAX_RESTART_DELAY_MS, MIN_RESTART_DELAY_MS * 2 ** (this.#deaths - 1));
		log('info', `Another engine starts in ${wait / 1000} s.`);
		this.#restarting = setTimeout(() => {
			this.#startedAt = performance.now();
			engine.start().then(
				() => {
					if (this.#closing) return;
					this.#runs = true;
					onRenewal();
				},
				(error: unknown) => {
					if (this.#closing) return;
					onException(`The engine cannot be started again: ${reasonOf(error)}`);
					this.#startLater();
				},
			);
		}, wait);
	}
}
