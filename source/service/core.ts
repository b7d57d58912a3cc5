import type { CoreState } from '../protocol/resources/core-state.ts';

/** The state of the core (interface, part 3), with the cause of each change. */
export class Core {
	#state: CoreState = { state: 'STARTING', last_exception: null, readable_state: 'Opening the state folder' };

	get state(): CoreState {
		return this.#state;
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

	failed(reason: string): void {
		this.#state = { state: 'EXCEPTION', last_exception: reason, readable_state: reason };
	}
}
