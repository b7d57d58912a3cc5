import type { ReactNode } from 'react';
import type { ColourDepth } from './colour-depth.ts';
import { Differ } from './differ.ts';
import { type FrameOutput, FramePump } from './frame-pump.ts';
import { Grid } from './grid.ts';
import { type InkApp, startInk } from './ink-app.tsx';
import type { InkRoot } from './ink-tree.ts';
import { parseLine } from './line.ts';
import { paintTree } from './painter.ts';
import type { TerminalSize } from './screen-size.ts';

export interface ScreenOptions {
	readonly size: TerminalSize;
	readonly depth: ColourDepth;
	readonly output: FrameOutput;
	/** Rendering or painting failed. */
	onError(error: unknown): void;
	/** Somebody called Ink's own `exit`. */
	onExit(error?: unknown): void;
	readonly withoutHooks?: boolean;
}

/** The terminal shows the frame at once when it has all of it (DEC 2026). Others ignore the marks. */
const beginFrame = '\x1b[?2026h';
const endFrame = '\x1b[?2026l';

/** A tree of components on a terminal: rendered, painted, and kept on it while it changes. */
export class Screen {
	readonly #options: ScreenOptions;
	readonly #pump: FramePump;
	readonly #app: InkApp;
	#size: TerminalSize;
	#grid: Grid;
	#differ: Differ;
	/** Fills the grid; which way is known after the first commit. */
	#paint: (grid: Grid) => void = () => {};

	constructor(element: ReactNode, options: ScreenOptions) {
		this.#options = options;
		this.#size = options.size;
		this.#grid = new Grid(options.size.columns, options.size.rows);
		this.#differ = new Differ(options.size.columns, options.size.rows, options.depth);
		this.#pump = new FramePump(() => this.#compose(), options.output);
		this.#app = startInk(element, {
			size: options.size,
			onCommit: (root: InkRoot) => this.#paintWith((grid) => paintTree(root, grid)),
			onFrame: (frame) => this.#paintWith((grid) => paintFrame(frame, grid)),
			onError: options.onError,
			onExit: options.onExit,
			...(options.withoutHooks ? { withoutHooks: true } : {}),
		});
	}

	get size(): TerminalSize {
		return this.#size;
	}

	/** Lays out for another size and paints every cell anew. */
	resize(size: TerminalSize): void {
		this.#size = size;
		this.#grid = new Grid(size.columns, size.rows);
		this.#differ = new Differ(size.columns, size.rows, this.#options.depth);
		this.#app.resize(size);
		this.#pump.request();
	}

	/** Paints every cell anew, whatever the terminal shows now. */
	repaint(): void {
		this.#differ.forget();
		this.#pump.request();
	}

	/** Writes nothing until `resume`. */
	pause(): void {
		this.#pump.pause();
	}

	/** Writes again, first every cell. */
	resume(): void {
		this.#differ.forget();
		this.#pump.resume();
	}

	/** Paints what changed without waiting for the next frame's time. */
	flush(): void {
		this.#pump.flush();
	}

	/** Whether everything that changed so far is on its way no more. */
	get idle(): boolean {
		return this.#pump.idle;
	}

	/** Ends the components' life; nothing is written any more. */
	unmount(): void {
		this.#pump.pause();
		this.#app.unmount();
	}

	#paintWith(paint: (grid: Grid) => void): void {
		this.#paint = paint;
		this.#pump.request();
	}

	#compose(): string {
		try {
			this.#paint(this.#grid);
			const changes = this.#differ.encode(this.#grid);
			return changes === '' ? '' : beginFrame + changes + endFrame;
		} catch (error) {
			this.#options.onError(error);
			return '';
		}
	}
}

/** Ink's own frame, line by line. */
function paintFrame(frame: string, grid: Grid): void {
	grid.clear();
	for (const [y, line] of frame.split('\n').slice(0, grid.rows).entries()) {
		grid.blit(parseLine(line), 0, y, grid.area);
	}
}
