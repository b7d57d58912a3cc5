import type { Engine } from '../engine/port.ts';
import { reasonOf } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';

/** Delay before a dead engine is restarted: at first, and after repeated crashes. */
const MIN_RESTART_DELAY_MS = 250;
const MAX_RESTART_DELAY_MS = 60_000;
/** Run time after which an engine counts as stable. */
const STABLE_AFTER_MS = 60_000;

export const supervisorText = {
	restart: (seconds: number) => `Another engine starts in ${seconds} s.`,
	notRestarted: (reason: string) => `The engine cannot be started again: ${reason}`,
};

interface EngineSupervisorOptions {
	readonly engine: Engine;
	readonly log: Log;
	/** Called with the reason when the engine cannot be started. The start is retried. */
	readonly onException: (reason: string) => void;
	/** Called when another engine runs, without any downloads. */
	readonly onRenewal: () => void;
}

/** Starts the engine, and another one when it dies. */
export class EngineSupervisor {
	readonly #options: EngineSupervisorOptions;
	#runs = false;
	/** `performance.now()`. */
	#startedAt = 0;
	/** Time since the engine stopped responding; undefined while it responds. */
	#silentSince: number | undefined;
	#deaths = 0;
	#restarting: NodeJS.Timeout | undefined;
	#closing = false;

	constructor(options: EngineSupervisorOptions) {
		this.#options = options;
	}

	/** Whether the engine accepts calls. */
	get runs(): boolean {
		return this.#runs;
	}

	get responds(): boolean {
		return this.#silentSince === undefined;
	}

	/** Whether restarts have ended. */
	get closing(): boolean {
		return this.#closing;
	}

	/** Rejects when the engine does not start. Then the start is retried, as after a crash. */
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

	/** Handles the death of the engine by starting another one. */
	died(): void {
		this.#runs = false;
		if (!this.#closing) this.#startLater();
	}

	/** Ends restarts. */
	close(): void {
		this.#closing = true;
		clearTimeout(this.#restarting);
	}

	/** Retries until an engine runs, with growing delays after repeated crashes. */
	#startLater(): void {
		const { engine, log, onException, onRenewal } = this.#options;
		const life = (this.#silentSince ?? performance.now()) - this.#startedAt;
		this.#silentSince = undefined;
		this.#deaths = life > STABLE_AFTER_MS ? 1 : this.#deaths + 1;
		const wait = Math.min(MAX_RESTART_DELAY_MS, MIN_RESTART_DELAY_MS * 2 ** (this.#deaths - 1));
		log('info', supervisorText.restart(wait / 1000));
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
					onException(supervisorText.notRestarted(reasonOf(error)));
					this.#startLater();
				},
			);
		}, wait);
	}
}
