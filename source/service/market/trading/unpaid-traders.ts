/** Pause of a trader, for each trade that it proposed and never paid. */
const PAUSE_MS = 600_000;
const MAX_TRADERS = 1_000;

/** Traders that proposed trades and never paid. It limits the quantities that they can keep reserved. */
export class UnpaidTraders {
	readonly #pauses = new Map<string, { readonly count: number; readonly untilMs: number }>();

	add(trader: string, nowMs: number): void {
		const count = (this.#pauses.get(trader)?.count ?? 0) + 1;
		if (count === 1 && this.#pauses.size >= MAX_TRADERS) this.#pauses.clear();
		this.#pauses.set(trader, { count, untilMs: nowMs + count * PAUSE_MS });
	}

	isPaused(trader: string, nowMs: number): boolean {
		return (this.#pauses.get(trader)?.untilMs ?? 0) > nowMs;
	}
}
