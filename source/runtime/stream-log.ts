import { reasonOf } from '../client/http/errors.ts';
import { withoutSecrets } from '../format/without-secrets.ts';
import type { StreamRecord } from '../state/connection/own-samples.ts';

/** Records the condition of the event stream. */
export class StreamLog {
	#record: StreamRecord = {
		isOpen: false,
		since: undefined,
		reconnects: 0,
		gaps: 0,
		gapMs: 0,
		lastGap: undefined,
		events: 0,
		malformed: 0,
		lastEventAt: undefined,
		reason: '',
		retryAt: undefined,
	};
	/** Start of the current interruption; undefined while the stream is open, and before it was open. */
	#lostAt: number | undefined;
	#wasOpen = false;

	get record(): StreamRecord {
		return this.#record;
	}

	opened(at: number): void {
		const { reconnects, gapMs, lastGap } = this.#record;
		const gap = this.#lostAt === undefined ? undefined : { from: this.#lostAt, to: at };
		this.#set({
			isOpen: true,
			since: at,
			reconnects: reconnects + (this.#wasOpen ? 1 : 0),
			gapMs: gapMs + (gap ? gap.to - gap.from : 0),
			lastGap: gap ?? lastGap,
			retryAt: undefined,
		});
		this.#wasOpen = true;
		this.#lostAt = undefined;
	}

	event(at: number): void {
		this.#set({ events: this.#record.events + 1, lastEventAt: at });
	}

	malformed(): void {
		this.#set({ malformed: this.#record.malformed + 1 });
	}

	/** Records a loss, or a failed attempt. `retryIn`: ms, infinite if there is no further attempt. */
	lost(error: Error, retryIn: number, at: number): void {
		const { isOpen, gaps, since } = this.#record;
		if (isOpen) this.#lostAt = at;
		this.#set({
			isOpen: false,
			since: isOpen ? at : (since ?? at),
			gaps: gaps + (isOpen ? 1 : 0),
			reason: withoutSecrets(reasonOf(error)),
			retryAt: Number.isFinite(retryIn) ? at + retryIn : undefined,
		});
	}

	#set(part: Partial<StreamRecord>): void {
		this.#record = { ...this.#record, ...part };
	}
}
