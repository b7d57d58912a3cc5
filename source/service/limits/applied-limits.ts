import type { ActiveLimits, LimitSettings } from '../../protocol/resources/settings.ts';
import type { Log } from '../log/log.ts';
import { limitsAt, nextChange } from './limits-at.ts';

/** Maximum time until the clock is read again: it may be changed, and summer time begins and ends. */
const MAX_WAIT_MS = 60_000;

const appliedLimitsText = {
	applied: ({ set, download, upload }: ActiveLimits) =>
		`Limits: ${set}, download ${rate(download)}, upload ${rate(upload)}.`,
};

interface AppliedLimitsOptions {
	/** Applies limits to the engine. Resolves when they are in effect, or will be when it runs. */
	readonly apply: (limits: ActiveLimits) => Promise<void>;
	readonly log: Log;
	/** Default: the clock of this machine. */
	readonly now?: () => Date;
}

/** Applies the limits of the settings to the engine, and those of the schedule at their times. */
export class AppliedLimits {
	readonly #options: AppliedLimitsOptions;
	#settings: LimitSettings;
	#applied: ActiveLimits = { set: 'normal', download: 0, upload: 0 };
	#applying: Promise<void> = Promise.resolve();
	#timer: NodeJS.Timeout | undefined;

	constructor(settings: LimitSettings, options: AppliedLimitsOptions) {
		this.#options = options;
		this.#settings = settings;
		this.change(settings);
	}

	/** The limits in effect. */
	get active(): ActiveLimits {
		return this.#applied;
	}

	/** Resolves when the engine has the limits in effect. */
	get applied(): Promise<void> {
		return this.#applying;
	}

	/** Applies changed settings at once. */
	change(settings: LimitSettings): void {
		this.#settings = settings;
		clearTimeout(this.#timer);
		const now = this.#options.now?.() ?? new Date();
		const limits = limitsAt(settings, now);
		if (!isSame(limits, this.#applied)) {
			this.#options.log('info', appliedLimitsText.applied(limits));
			this.#applied = limits;
			this.#applying = this.#options.apply(limits);
		}
		const next = nextChange(settings, now);
		if (settings.alternative.mode !== 'schedule') return;
		const wait = next ? next.getTime() - now.getTime() : MAX_WAIT_MS;
		this.#timer = setTimeout(() => this.change(this.#settings), Math.min(wait, MAX_WAIT_MS)).unref();
	}

	close(): void {
		clearTimeout(this.#timer);
	}
}

function isSame(a: ActiveLimits, b: ActiveLimits): boolean {
	return a.set === b.set && a.download === b.download && a.upload === b.upload;
}

function rate(bytesPerSecond: number): string {
	return bytesPerSecond > 0 ? `${bytesPerSecond} B/s` : 'unlimited';
}
