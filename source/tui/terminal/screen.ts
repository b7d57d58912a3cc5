import { toAscii } from './ascii.ts';
import type { ColorDepth } from './color-depth.ts';
import { Differ } from './differ.ts';
import { type FrameOutput, FramePump } from './frame-pump.ts';
import { Grid } from './grid.ts';
import { parseLine } from './line.ts';
import type { Target } from './targets.ts';
import type { TerminalSize } from './terminal-size.ts';

interface ScreenOptions {
	readonly size: TerminalSize;
	readonly depth: ColorDepth;
	/** Whether only printable ASCII is shown. */
	readonly ascii?: boolean;
	readonly output: FrameOutput;
	/** Query that every terminal replies to, which proves that a frame arrived. Call `answered` for each reply. */
	readonly query?: string;
	/** Called when painting failed. */
	onError(error: unknown): void;
}

/** Fills every cell of a grid. Returns false if it will be called again soon, because the layout must change before. */
export type Paint = (grid: Grid) => boolean;

/** The terminal shows the frame at once when it has all of it (DEC 2026). Others ignore the marks. */
const BEGIN_FRAME = '\x1b[?2026h';
const END_FRAME = '\x1b[?2026l';
/** Frames up to this length are read at once, so the marks would only make them longer. */
const MAX_UNMARKED_BYTES = 64;

/** Paints something on a terminal and updates it when it changes. */
export class Screen {
	readonly #options: ScreenOptions;
	readonly #pump: FramePump;
	#size: TerminalSize;
	#ascii: boolean;
	#grid: Grid;
	#differ: Differ;
	#paint: Paint = paintLines([]);
	/** Output that precedes the next frame. */
	#before = '';

	constructor(options: ScreenOptions) {
		this.#options = options;
		this.#size = options.size;
		this.#ascii = options.ascii ?? false;
		this.#grid = new Grid(options.size.columns, options.size.rows);
		this.#differ = new Differ(options.size.columns, options.size.rows, options.depth);
		this.#pump = new FramePump({ ...options, compose: () => this.#compose() });
	}

	get size(): TerminalSize {
		return this.#size;
	}

	/** Sets the paint function; also call it when the painted content has changed. */
	show(paint: Paint): void {
		this.#paint = paint;
		this.#pump.request();
	}

	/** Sets another size and paints every cell again. */
	resize(size: TerminalSize): void {
		this.#size = size;
		this.#grid = new Grid(size.columns, size.rows);
		this.#differ = new Differ(size.columns, size.rows, this.#options.depth);
		this.#pump.request();
	}

	/** Returns the mouse target at a cell of the last frame. */
	targetAt(column: number, row: number): Target | undefined {
		return this.#grid.targets.at(column, row);
	}

	/** Shows only printable ASCII, or all characters. */
	setAscii(ascii: boolean): void {
		if (ascii === this.#ascii) return;
		this.#ascii = ascii;
		// A new grid, because unchanged lines of the old one have the old characters.
		this.resize(this.#size);
	}

	/** Paints every cell again, whatever the terminal shows now. */
	repaint(): void {
		this.#differ.forget();
		this.#pump.request();
	}

	/** Writes a sequence without visible effect between two frames. */
	send(sequence: string): void {
		this.#before += sequence;
		this.#pump.request();
	}

	/** Records a query that other code wrote. */
	asked(): void {
		this.#pump.asked();
	}

	/** Records the terminal's reply to the query. */
	answered(): void {
		this.#pump.answered();
	}

	/** Number of queries without a reply so far. */
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

	/** Paints changes without waiting for the time of the next frame. */
	flush(): void {
		this.#pump.flush();
	}

	/** Whether every change so far has left the output. */
	get idle(): boolean {
		return this.#pump.idle;
	}

	#compose(): string | undefined {
		try {
			if (!this.#paint(this.#grid)) return undefined;
			if (this.#ascii) toAscii(this.#grid);
			const changes = this.#differ.encode(this.#grid);
			const before = this.#before;
			this.#before = '';
			return before + (changes.length > MAX_UNMARKED_BYTES ? BEGIN_FRAME + changes + END_FRAME : changes);
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
		return true;
	};
}
