/** Time and timers of the exchange. Tests simulate them. */
export interface Clock {
	/** Returns the Unix time, ms. */
	now(): number;
	/** Calls `action` once after a time. Returns a function that cancels it. */
	after(delayMs: number, action: () => void): () => void;
}

/** Maximum of a timer, ms. A longer one would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
	now: () => Date.now(),
	after(delayMs, action) {
		const timer = setTimeout(action, Math.min(delayMs, MAX_TIMER_MS)).unref();
		return () => clearTimeout(timer);
	},
};
