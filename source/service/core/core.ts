import type { CoreState } from '../../protocol/resources/core-state.ts';

/** Parts of the service that may fail and recover. */
export type CorePart = 'engine' | 'database';

/** State of the core (interface, part 3), with the cause of each change. */
export class Core {
	#state: CoreState = { state: 'STARTING', last_exception: null, readable_state: 'Opening the state folder' };
	/** Reason by failed part. */
	readonly #faults = new Map<CorePart, string>();

	/** EXCEPTION while any part has failed. */
	get state(): CoreState {
		const [reason] = this.#faults.values();
		if (reason === undefined) return this.#state;
		return { state: 'EXCEPTION', last_exception: reason, readable_state: reason };
	}

	/** `doing` describes the current step of the start. */
	starting(doing: string): void {
		this.#state = { state: 'STARTING', last_exception: null, readable_state: doing };
	}

	/** `doing` describes the current step of the database upgrade. */
	upgrading(doing: string): void {
		this.#state = { state: 'UPGRADING', last_exception: null, readable_state: doing };
	}

	started(): void {
		this.#state = { state: 'STARTED', last_exception: null, readable_state: 'Started' };
	}

	failed(part: CorePart, reason: string): void {
		this.#faults.set(part, reason);
	}

	/** Returns whether the part had failed. */
	recovered(part: CorePart): boolean {
		return this.#faults.delete(part);
	}
}
