import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { type InkApp, startInk } from '../../source/tui/terminal/ink-app.tsx';
import type { Paint } from '../../source/tui/terminal/screen.ts';
import type { ScreenSize } from '../screens/pressing.ts';
import { ExaminedGrid } from './examined-grid.ts';
import { GridScreen } from './grid-screen.ts';

/** Most paintings until the layout is final. */
const MAX_LAYOUTS = 10;

/** An element that is painted into a grid, without bytes and without a terminal. */
export class GridPainting {
	readonly #app: InkApp;
	readonly #errors: unknown[] = [];
	#paint: Paint | undefined;
	#grid: ExaminedGrid;

	/** `withoutHooks`: paints the frames of stock Ink. */
	constructor(element: ReactNode, { columns, rows }: ScreenSize, { withoutHooks = false } = {}) {
		this.#grid = new ExaminedGrid(columns, rows);
		const onError = (error: unknown) => this.#errors.push(error);
		this.#app = startInk(element, {
			size: { columns, rows },
			onChange: (paint) => {
				this.#paint = paint;
			},
			onError,
			onExit: (error) => error !== undefined && onError(error),
			withoutHooks,
		});
	}

	/** Returns the screen of the changes that React has rendered. Later changes of the app appear on it too. */
	screen(): GridScreen {
		if (!this.#paintNow()) throw new Error('The layout is not final. Await settled().');
		return new GridScreen(this.#grid);
	}

	/** Returns the screen as it is, without references to the app. */
	copy(): GridScreen {
		if (!this.#paintNow()) throw new Error('The layout is not final. Await settled().');
		return new GridScreen(this.#grid.copy());
	}

	/** Returns the screen of all changes so far. */
	async settled(): Promise<GridScreen> {
		for (let layout = 0; layout < MAX_LAYOUTS; layout++) {
			await new Promise((resolve) => setImmediate(resolve));
			if (this.#paintNow()) return new GridScreen(this.#grid);
		}
		throw new Error('The layout does not become final.');
	}

	resize({ columns, rows }: ScreenSize): void {
		this.#grid = new ExaminedGrid(columns, rows);
		this.#app.resize({ columns, rows });
	}

	unmount(): void {
		this.#app.unmount();
	}

	#paintNow(): boolean {
		this.#app.flush();
		const isFinal = this.#paint?.(this.#grid) === true;
		if (this.#errors.length > 0) throw this.#errors[0];
		return isFinal;
	}
}

/** Paints an element into a grid until the end of the test. */
export function paintedGrid(element: ReactNode, size: ScreenSize = { columns: 48, rows: 16 }): GridPainting {
	const painting = new GridPainting(element, size);
	onTestFinished(() => painting.unmount());
	return painting;
}
