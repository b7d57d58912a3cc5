/** Times of the heartbeat, in milliseconds during which the service itself ran. */
export const heartbeatTimes = {
	/** Time between two pings. */
	interval: 1_000,
	/** Silence after which the engine is reported as unresponsive. */
	unresponsive: 8_000,
	/** Silence after which the engine is replaced. */
	replace: 30_000,
	/** Silence after which an engine is replaced that never sent a message: it may still be loading. */
	load: 60_000,
};
export type HeartbeatTimes = Readonly<typeof heartbeatTimes>;

interface HeartbeatOptions {
	readonly times: HeartbeatTimes;
	/** Sends a ping; the engine answers it with a message. */
	readonly ping: () => void;
	/** Called once for each period of silence that is long enough. */
	readonly onUnresponsive: () => void;
	/** Called when such a period ends. */
	readonly onResponsive: () => void;
	/** Called once, with the length of the silence in milliseconds; then the heartbeat has ended. */
	readonly onReplace: (silence: number) => void;
}

/**
 * Measures the silence of an engine in ticks of its own timer, not by a clock. No tick is counted while the
 * service itself does not run. Thus a suspended machine, a stopped service or a lack of CPU time does not count as
 * silence.
 */
export class Heartbeat {
	readonly #options: HeartbeatOptions;
	readonly #timer: NodeJS.Timeout;
	#silentTicks = 0;
	#pinged = false;
	#loaded = false;
	#unresponsive = false;
	#paused = 0;

	constructor(options: HeartbeatOptions) {
		this.#options = options;
		this.#timer = setInterval(() => this.#tick(), options.times.interval);
	}

	get unresponsive(): boolean {
		return this.#unresponsive;
	}

	/** The engine sent a message: its event loop runs. */
	reset(): void {
		this.#silentTicks = 0;
		this.#pinged = false;
		this.#loaded = true;
		if (!this.#unresponsive) return;
		this.#unresponsive = false;
		this.#options.onResponsive();
	}

	/**
	 * Tolerates silence until `resume` is called as often. A heap snapshot blocks a healthy engine for many
	 * seconds.
	 */
	pause(): void {
		this.#paused++;
	}

	resume(): void {
		this.#paused--;
		this.#silentTicks = 0;
	}

	end(): void {
		clearInterval(this.#timer);
	}

	#tick(): void {
		if (this.#paused > 0) return;
		const { times, ping, onUnresponsive, onReplace } = this.#options;
		this.#silentTicks++;
		const silence = this.#silentTicks * times.interval;
		if (silence >= (this.#loaded ? times.replace : times.load)) {
			this.end();
			onReplace(silence);
			return;
		}
		if (this.#loaded && !this.#unresponsive && silence >= times.unresponsive) {
			this.#unresponsive = true;
			onUnresponsive();
		}
		// At most one ping is unanswered, so the channel of a stopped engine does not fill.
		if (!this.#pinged) ping();
		this.#pinged = true;
	}
}
