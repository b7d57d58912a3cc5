import { onTestFinished } from 'vitest';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { createStore, type Store } from '../../source/state/core/store.ts';
import { App } from '../../source/tui/shell/app.tsx';
import { update } from '../../source/tui/shell/update.ts';
import type { GridScreen } from '../terminal/grid-screen.ts';
import { GridPainting } from '../terminal/painted-grid.ts';
import type { ScreenSize } from './pressing.ts';

/** The whole app, painted into a grid, that changes and is resized. */
export class PaintedApp {
	readonly store: Store;
	readonly #painting: GridPainting;
	#size: ScreenSize;

	constructor(state: State, size: ScreenSize) {
		this.store = createStore(state, update);
		this.#size = size;
		this.#painting = new GridPainting(<App store={this.store} />, size);
	}

	get size(): ScreenSize {
		return this.#size;
	}

	dispatch(...messages: Message[]): void {
		for (const message of messages) this.store.dispatch(message);
	}

	resize(columns: number, rows: number): void {
		this.#size = { columns, rows };
		this.#painting.resize(this.#size);
	}

	/** Returns the screen of all changes so far. */
	settled(): Promise<GridScreen> {
		return this.#painting.settled();
	}

	close(): void {
		this.#painting.unmount();
	}
}

/** Paints the whole app until the end of the test. */
export function paintApp(state: State, size: ScreenSize): PaintedApp {
	const app = new PaintedApp(state, size);
	onTestFinished(() => app.close());
	return app;
}
