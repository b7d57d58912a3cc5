import type { State } from '../../source/state/core/state.ts';
import { createStore, type Store } from '../../source/state/core/store.ts';
import { App } from '../../source/tui/shell/app.tsx';
import { update } from '../../source/tui/shell/update.ts';
import { addressesOutside } from '../terminal/addresses.ts';
import { Emulator, type EmulatorOptions } from '../terminal/emulator.ts';
import { type Painting, paintTo } from '../terminal/paint-to.ts';

/** Returns an emulator on its alternate screen, where a resize does not rewrap lines. */
export async function alternateScreen(options: EmulatorOptions): Promise<Emulator> {
	const emulator = new Emulator(options);
	await emulator.write('\x1b[?1049h');
	return emulator;
}

/** Shows the whole app on an emulated terminal. */
export async function watchApp(state: State, options: EmulatorOptions): Promise<WatchedApp> {
	const app = new WatchedApp(state, await alternateScreen(options));
	await app.settled();
	return app;
}

/** The whole app on an emulated terminal. Output outside of the current size is a fault. */
export class WatchedApp {
	readonly store: Store;
	readonly #painting: Painting;
	readonly #faults: string[] = [];
	#emulator: Emulator;
	#columns: number;
	#rows: number;
	#frames = 0;

	constructor(state: State, emulator: Emulator) {
		this.store = createStore(state, update);
		this.#emulator = emulator;
		this.#columns = emulator.terminal.cols;
		this.#rows = emulator.terminal.rows;
		emulator.terminal.onScroll(() => this.#faults.push(`it scrolled at ${this.#columns}×${this.#rows}`));
		this.#painting = paintTo(<App store={this.store} />, {
			columns: this.#columns,
			rows: this.#rows,
			write: (bytes) => {
				this.#frames++;
				this.#faults.push(...addressesOutside(bytes, { columns: this.#columns, rows: this.#rows }));
				return this.#emulator.write(bytes);
			},
		});
	}

	get emulator(): Emulator {
		return this.#emulator;
	}

	/** Returns output outside of the screen, and wrapped rows. */
	faults(): string[] {
		const wrapped = Array.from({ length: this.#rows }, (_, y) => y).filter(
			(y) => this.#emulator.terminal.buffer.active.getLine(y)?.isWrapped,
		);
		return [
			...this.#faults,
			...wrapped.map((y) => `the row before ${y} wrapped at ${this.#columns}×${this.#rows}`),
		];
	}

	/** Resizes terminal and app at once, also during a frame. */
	resize(columns: number, rows: number): void {
		this.#columns = columns;
		this.#rows = rows;
		this.#emulator.resize(columns, rows);
		this.#painting.resize(columns, rows);
	}

	/** Number of written frames. */
	get frames(): number {
		return this.#frames;
	}

	/** Writes a frame now, unless one is in flight. */
	paint(): void {
		this.#painting.flush();
	}

	/** Resolves when all changes so far are on the screen. */
	async settled(): Promise<void> {
		do {
			this.paint();
			await this.#emulator.write('');
		} while (!this.#painting.idle);
	}

	/** Returns the output of the app when it repaints every cell, on a terminal on which nothing was before. */
	async repainted(): Promise<Emulator> {
		const usual = this.#emulator;
		const fresh = await alternateScreen({ columns: this.#columns, rows: this.#rows });
		this.#emulator = fresh;
		this.#painting.resize(this.#columns, this.#rows);
		await this.settled();
		this.#emulator = usual;
		return fresh;
	}

	close(): void {
		this.#painting.unmount();
	}
}
