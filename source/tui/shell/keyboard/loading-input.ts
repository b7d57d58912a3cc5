import type { State } from '../../../state/core/state.ts';
import type { Store } from '../../../state/core/store.ts';
import { missingListText } from '../../../state/downloads/downloads.ts';
import { type Command, type CommandContext, obstacle, showRefusal } from '../../surfaces/command.ts';
import { isPaneMove } from '../../surfaces/move-commands.ts';
import type { InputEvent, KeyEvent } from '../../terminal/input/events.ts';
import { commandOf } from '../commands/keymap.ts';
import { currentPane } from '../panes.ts';
import { handleInput, keyName } from './keyboard.ts';

/** Maximum of keys that wait for the list. */
export const MAX_WAITING_KEYS = 100;

export const loadingInputText = {
	paste: `${missingListText.loading} Paste again when it is loaded.`,
	ignored: `${missingListText.loading} ${MAX_WAITING_KEYS} keys are waiting; this one is ignored.`,
	waiting: (count: number) => `${missingListText.loading} ${keys(count)} waiting; press esc to discard them.`,
	discarded: (count: number, reason = '') => `Discarded ${keys(count)}${reason}.`,
	notLoaded: ': the list could not be loaded',
} as const;

/**
 * Handles keys and pastes. Keys that need the list wait in order until it arrives, and so do all keys after them. After
 * a failure the list may take any time, so the waiting keys are dropped.
 */
export class LoadingInput {
	readonly #store: Store;
	readonly #context: CommandContext;
	readonly #close: () => void;
	#waiting: KeyEvent[] = [];

	constructor(store: Store, context: CommandContext) {
		this.#store = store;
		this.#context = context;
		this.#close = store.subscribeLater(() => this.#onChange());
	}

	handle(event: InputEvent): void {
		if (event.type === 'paste' && this.#waiting.length > 0) {
			showRefusal(loadingInputText.paste, this.#context);
		} else if (event.type === 'key' && this.#mustWait(event) && !this.#context.isTooSmall) this.#keep(event);
		else handleInput(event, this.#context);
	}

	/** Drops the waiting keys. */
	drop(reason = ''): void {
		const count = this.#waiting.length;
		this.#waiting = [];
		if (count > 0) showRefusal(loadingInputText.discarded(count, reason), this.#context);
	}

	close(): void {
		this.#close();
		this.#waiting = [];
	}

	#mustWait(event: KeyEvent): boolean {
		const state = this.#store.get();
		const isLoading = isPaneLoading(state);
		if (this.#waiting.length === 0 && !isLoading) return false;
		const command = commandOf(state, keyName(event));
		if (command?.scope === 'everywhere') return false;
		if (this.#waiting.length > 0) return true;
		if (!isLoading || state.dialogs.length > 0) return false;
		return command !== undefined && event.name !== 'escape' && needsList(command, state);
	}

	#keep(event: KeyEvent): void {
		if (event.name === 'escape') {
			this.drop();
			return;
		}
		if (this.#waiting.length >= MAX_WAITING_KEYS) {
			showRefusal(loadingInputText.ignored, this.#context);
			return;
		}
		this.#waiting.push(event);
		showRefusal(loadingInputText.waiting(this.#waiting.length), this.#context);
	}

	#onChange(): void {
		const state = this.#store.get();
		if (this.#waiting.length === 0 || isPaneLoading(state)) return;
		if (state.connection.failure !== undefined) {
			this.drop(loadingInputText.notLoaded);
			return;
		}
		for (const event of this.#waiting.splice(0)) handleInput(event, this.#context);
	}
}

function keys(count: number): string {
	return count === 1 ? '1 key' : `${count} keys`;
}

/** Whether a command has no effect before the list arrives. */
function needsList(command: Command, state: State): boolean {
	const isOfAllPanes = command.scope === 'panes' || command.scope === 'everywhere';
	return isPaneMove(command) || (!isOfAllPanes && obstacle(command, state) !== undefined);
}

function isPaneLoading(state: State): boolean {
	return currentPane(state).isLoading?.(state) ?? false;
}
