import type { CoreState } from '../protocol/resources/core-state.ts';

/** What of the service may fail and come back by itself. */
export type CorePart = 'engine' | 'database';

/** The state of the core (interface, part 3), with the cause of each change. */
export class Core {
	#state: CoreState = { state: 'STARTING', last_exception: null, readable_state: 'Opening the state folder' };
	/** Why parts do not work at the moment. */
	readonly #faults = new Map<CorePart, string>();

	/** EXCEPTION as long as any part does not work. */
	get state(): CoreState {
		const [reason] = this.#faults.values();
		if (reason === undefined) return this.#state;
		return { state: 'EXCEPTION', last_exception: reason, readable_state: reason };
	}

	/** `doing` says in words what the start is at. */
	starting(doing: string): void {
		this.#state = { state: 'STARTING', last_exception: null, readable_state: doing };
	}

	/** `doing` says in words which step the upgrade of the database is at. */
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
