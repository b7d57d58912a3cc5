import { toAscii } from './ascii.ts';
import type { ColourDepth } from './colour-depth.ts';
import { Differ } from './differ.ts';
import { type FrameOutput, FramePump } from './frame-pump.ts';
import { Grid } from './grid.ts';
import { parseLine } from './line.ts';
import type { Target } from './targets.ts';
import type { TerminalSize } from './terminal-size.ts';

export interface ScreenOptions {
	readonly size: TerminalSize;
	readonly depth: ColourDepth;
	/** Nothing but printable ASCII is shown. */
	readonly ascii?: boolean;
	readonly output: FrameOutput;
	/** What every terminal answers (`answered` is to be told): what shows that a frame has arrived. */
	readonly question?: string;
	/** Painting failed. */
	onError(error: unknown): void;
}

/** Fills every cell of a grid. */
export type Paint = (grid: Grid) => void;

/** The terminal shows the frame at once when it has all of it (DEC 2026). Others ignore the marks. */
const beginFrame = '\x1b[?2026h';
const endFrame = '\x1b[?2026l';
/** Up to this length a frame is read at once, and the marks would be longer than many of them. */
const neverHalf = 64;

/** Something painted on a terminal, and kept on it while it changes. */
export class Screen {
	readonly #options: ScreenOptions;
	readonly #pump: FramePump;
	#size: TerminalSize;
	#grid: Grid;
	#differ: Differ;
	#paint: Paint = (grid) => grid.clear();
	/** What is written before the next frame. */
	#before = '';

	constructor(options: ScreenOptions) {
		this.#options = options;
		this.#size = options.size;
		this.#grid = new Grid(options.size.columns, options.size.rows);
		this.#differ = new Differ(options.size.columns, options.size.rows, options.depth);
		this.#pump = new FramePump({ ...options, compose: () => this.#compose() });
	}

	get size(): TerminalSize {
		return this.#size;
	}

	/** From now on this is what is painted; also to say that what it paints has changed. */
	show(paint: Paint): void {
		this.#paint = paint;
		this.#pump.request();
	}

	/** Another size: every cell is painted anew. */
	resize(size: TerminalSize): void {
		this.#size = size;
		this.#grid = new Grid(size.columns, size.rows);
		this.#differ = new Differ(size.columns, size.rows, this.#options.depth);
		this.#pump.request();
	}

	/** What of the last frame is at a cell, to who points at it. */
	targetAt(column: number, row: number): Target | undefined {
		return this.#grid.targets.at(column, row);
	}

	/** Paints every cell anew, whatever the terminal shows now. */
	repaint(): void {
		this.#differ.forget();
		this.#pump.request();
	}

	/** Writes a sequence that changes nothing on the screen, between two frames. */
	send(sequence: string): void {
		this.#before += sequence;
		this.#pump.request();
	}

	/** The question was written, and not by the screen. */
	asked(): void {
		this.#pump.asked();
	}

	/** The terminal answered the question. */
	answered(): void {
		this.#pump.answered();
	}

	/** How often the question was asked and is not answered yet. */
	get unanswered(): number {
		return this.#pump.unanswered;
	}

	/** Writes nothing until `resume`. */
	pause(): void {
		this.#before = '';
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

	#compose(): string {
		try {
			this.#paint(this.#grid);
			if (this.#options.ascii) toAscii(this.#grid);
			const changes = this.#differ.encode(this.#grid);
			const before = this.#before;
			this.#before = '';
			return before + (changes.length > neverHalf ? beginFrame + changes + endFrame : changes);
		} catch (error) {
			this.#options.onError(error);
			return '';
		}
	}
}

/** Paints lines with SGR sequences from the top, one row each. */
export function paintLines(lines: readonly string[]): Paint {
	return (grid) => {
		grid.clear();
		for (const [y, line] of lines.slice(0, grid.rows).entries()) grid.blit(parseLine(line), 0, y, grid.area);
	};
}
