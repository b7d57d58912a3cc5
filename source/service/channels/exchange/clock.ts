/** Time and timers of the exchange. Tests simulate them. */
export interface Clock {
	/** Returns the Unix time, ms. */
	now(): number;
	/** Calls `action` once after a time. Returns a function that cancels it. */
	after(delayMs: number, action: () => void): () => void;
}

/** Returns a clock whose actions never throw. An unreadable database must not end the service. */
export function guardedClock(clock: Clock, failed: (error: unknown) => void): Clock {
	return {
		now: () => clock.now(),
		after: (delayMs, action) =>
			clock.after(delayMs, () => {
				try {
					action();
				} catch (error) {
					failed(error);
				}
			}),
	};
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
