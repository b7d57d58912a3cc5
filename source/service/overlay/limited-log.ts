import type { Log, LogLevel } from '../log/log.ts';

export const limitedLogText = {
	omitted: (count: number) => `The overlay omitted ${count} log lines.`,
};

const MAX_LINES = 20;
const PERIOD_MS = 60_000;

/** Limits the lines that others can cause. The number of omitted lines follows. */
export class LimitedLog {
	readonly #log: Log;
	#lines = 0;
	#omitted = 0;
	#timer: NodeJS.Timeout | undefined;

	constructor(log: Log) {
		this.#log = log;
	}

	write(level: LogLevel, message: string): void {
		this.#timer ??= setTimeout(() => this.#endPeriod(), PERIOD_MS).unref();
		if (this.#lines++ < MAX_LINES) this.#log(level, message);
		else this.#omitted++;
	}

	/** Logs the number of omitted lines. */
	close(): void {
		clearTimeout(this.#timer);
		this.#endPeriod();
	}

	#endPeriod(): void {
		this.#timer = undefined;
		this.#lines = 0;
		if (this.#omitted > 0) this.#log('info', limitedLogText.omitted(this.#omitted));
		this.#omitted = 0;
	}
}
