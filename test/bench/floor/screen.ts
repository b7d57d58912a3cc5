import { blankCells, type Cells } from './cells.ts';
import { Encoder, type TerminalState } from './encoder.ts';

/** Lines of the list that scroll: the first, the last, and the number of rows they moved up. */
export interface Scrolled {
	readonly top: number;
	readonly bottom: number;
	readonly distance: number;
}

interface Shown {
	readonly lines: Cells[];
	readonly region: string;
	readonly cursor: TerminalState;
}

/** Holds the lines that the terminal shows, and returns the bytes that change them. */
export class Screen {
	readonly #columns: number;
	#shown: Shown;

	/** Forgets all lines after the terminal was erased. The cursor is unknown. */
	constructor(columns: number, rows: number) {
		this.#columns = columns;
		const lines = Array.from({ length: rows }, () => blankCells(columns));
		this.#shown = { lines, region: '', cursor: { x: -1, y: -1, style: '', bottom: rows - 1 } };
	}

	/** Returns the shortest bytes for these lines: without scrolling, or with the region that saves most. */
	show(lines: readonly Cells[], scrolled?: Scrolled): string {
		const ways = [this.#way(lines)];
		if (scrolled && scrolled.distance !== 0 && Math.abs(scrolled.distance) < 10) {
			const { top, bottom, distance } = scrolled;
			// The line under the cursor differs more from the others than from the previous line there.
			ways.push(this.#way(lines, { top, bottom, distance }));
			ways.push(this.#way(lines, { top, bottom: bottom - 1, distance }));
			ways.push(this.#way(lines, { top: top + 1, bottom, distance }));
		}
		const best = ways.reduce((shortest, way) => (way.out.length < shortest.out.length ? way : shortest));
		this.#shown = best.shown;
		return best.out === '' ? '' : `\x1b[?2026h${best.out}\x1b[?2026l`;
	}

	#way(lines: readonly Cells[], move?: Scrolled): { out: string; shown: Shown } {
		let { lines: before, region } = this.#shown;
		const encoder = new Encoder(this.#shown.cursor);
		if (move) {
			const { top, bottom, distance } = move;
			if (region !== `${top};${bottom}`) encoder.region(top, bottom);
			region = `${top};${bottom}`;
			encoder.scroll(distance);
			before = moved(before, move, blankCells(this.#columns));
		}
		for (const [y, line] of lines.entries()) {
			const old = before[y];
			if (old && old !== line) encoder.line(y, old, line);
		}
		return { out: encoder.out, shown: { lines: [...lines], region, cursor: encoder.state } };
	}
}

/** Returns the lines after those between two rows have moved. */
function moved(lines: readonly Cells[], { top, bottom, distance }: Scrolled, blank: Cells): Cells[] {
	return lines.map((line, y) => {
		if (y < top || y > bottom) return line;
		const from = y + distance;
		return from >= top && from <= bottom ? (lines[from] ?? blank) : blank;
	});
}
