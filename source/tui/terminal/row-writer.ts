import { PLAIN, showsOnBlank } from './attributes.ts';
import type { ColorDepth } from './color-depth.ts';
import { Cursor } from './cursor.ts';
import {
	BLANK_GLYPH,
	glyphText,
	glyphWidth,
	isSurelyNarrow,
	isSurelyWide,
	maxExcess,
	UNKNOWN_GLYPH,
} from './glyphs.ts';
import type { Grid } from './grid.ts';
import { SgrWriter } from './sgr.ts';
import { applyShift, findShift } from './shift.ts';

/** Maximum of unchanged cells that are written again when that is shorter than stepping over them. */
const MAX_GAP = 8;
/** Minimum of cells with another glyph for a shift. A text that moves changes more. */
const MIN_SHIFTED_GLYPHS = 3;
/** Bytes of the sequence that erases to the end of the line. */
const ERASE_LINE_BYTES = 3;

/** Writes rows in few bytes, from the known position of the cursor and the active style. */
export class RowWriter {
	readonly cursor = new Cursor();
	readonly #shown: Grid;
	readonly #sgr: SgrWriter;
	/** Cells of the current row that have to be written. */
	readonly #dirty: Uint8Array;
	/** Number of cells of the compared row that have another glyph. */
	#otherGlyphs = 0;
	#style = PLAIN;
	#out = '';

	/** `shown` is the terminal's content: rows are compared with it and stored in it when written. */
	constructor(shown: Grid, depth: ColorDepth) {
		this.#shown = shown;
		this.#sgr = new SgrWriter(depth);
		this.#dirty = new Uint8Array(shown.columns);
	}

	/** Returns the output since the last call. */
	take(): string {
		const out = this.#out;
		this.#out = '';
		return out;
	}

	/** Starts from an unknown terminal, with the plain style. */
	begin(): void {
		this.cursor.forget();
		this.#out = '\x1b[m';
		this.#style = PLAIN;
	}

	/** Writes a sequence in the plain style. */
	plainly(sequence: string): void {
		this.#setStyle(PLAIN);
		this.#out += sequence;
	}

	/**
	 * Writes the differences in a row of `next`. With `shifting` it first looks for cells that moved within the row.
	 */
	row(next: Grid, y: number, shifting: boolean): void {
		let last = this.#compare(next, y);
		if (last < 0) return;
		// A cursor that moves changes its sign and style.
		if (shifting && this.#otherGlyphs >= MIN_SHIFTED_GLYPHS && this.#shift(next, y))
			last = this.#compare(next, y);
		this.#write(next, y, last);
		const start = y * next.columns;
		this.#shown.glyphs.set(next.glyphs.subarray(start, start + next.columns), start);
		this.#shown.attributes.set(next.attributes.subarray(start, start + next.columns), start);
	}

	/** Moves cells within a row of the terminal if that saves bytes. Returns whether it did. */
	#shift(next: Grid, y: number): boolean {
		const shift = findShift(this.#shown, next, y);
		if (!shift) return false;
		this.#out += this.cursor.moveTo(shift.x, y);
		if (showsOnBlank(this.#style)) this.#setStyle(PLAIN);
		this.#out += `\x1b[${Math.abs(shift.by)}${shift.by > 0 ? '@' : 'P'}`;
		applyShift(this.#shown, y, shift);
		return true;
	}

	/** Marks the cells of a row that differ; returns the last one, -1 if there is none. */
	#compare(next: Grid, y: number): number {
		const { columns, glyphs, attributes } = next;
		const shown = this.#shown;
		const dirty = this.#dirty;
		const start = y * columns;
		let [last, others] = [-1, 0];
		for (let x = 0; x < columns; x++) {
			const index = start + x;
			const glyph = glyphs[index];
			let same = shown.glyphs[index] === glyph;
			if (!same) others++;
			else if (shown.attributes[index] !== attributes[index]) {
				same = glyph === BLANK_GLYPH && !showsAt(shown, index) && !showsAt(next, index);
			}
			dirty[x] = same ? 0 : 1;
			if (!same) last = x;
		}
		this.#otherGlyphs = others;
		return last;
	}

	#write(next: Grid, y: number, last: number): void {
		const { columns } = next;
		const start = y * columns;
		const content = contentEnd(next, start);
		let erase = this.#nextDirty(content, columns);
		if (last - erase < ERASE_LINE_BYTES) erase = columns;
		let limit = Math.min(last + 1, erase);
		let x = this.#nextDirty(0, limit);
		while (x < limit) {
			this.#moveTo(next, x, y);
			if (isBlank(next, start + x)) x = this.#blanks(next, x, y, limit);
			else {
				const glyph = next.glyphs[start + x] ?? BLANK_GLYPH;
				this.#setStyle(next.attributes[start + x] ?? PLAIN);
				const isCertain = isSurelyNarrow(glyph) || isSurelyWide(glyph);
				x = isSurelyNarrow(glyph) ? this.#narrow(next, x, y, limit) : x + this.#glyph(glyph);
				this.cursor.x = isCertain && x < columns ? x : -1;
				const excess = isCertain ? 0 : maxExcess(glyph);
				// A terminal that uses more columns for it has overwritten the next cells.
				for (let over = x; over < Math.min(columns, x + excess); over++) {
					this.#dirty[over] = 1;
					if (over >= content && erase < columns) erase = Math.min(erase, over);
					else limit = Math.max(limit, over + 1);
				}
			}
			x = this.#nextDirty(x, limit);
		}
		if (erase < columns) this.#eraseLine(content, erase, y);
	}

	/** Writes changed cells of surely narrow glyphs in the active style, with single blanks; returns the column after. */
	#narrow(next: Grid, x: number, y: number, limit: number): number {
		const { glyphs, attributes } = next;
		const dirty = this.#dirty;
		const style = attributes[y * next.columns + x];
		let text = '';
		let end = x;
		for (; end < limit && dirty[end] === 1; end++) {
			const index = y * next.columns + end;
			const glyph = glyphs[index] ?? UNKNOWN_GLYPH;
			if (isBlank(next, index)) {
				if (showsOnBlank(this.#style) || end + 1 >= limit || isBlank(next, index + 1)) break;
			} else if (attributes[index] !== style || !isSurelyNarrow(glyph)) break;
			text += String.fromCharCode(glyph);
		}
		this.#out += text;
		return end;
	}

	/** Writes a glyph that is not surely narrow; returns its width. */
	#glyph(glyph: number): number {
		const width = Math.max(1, glyphWidth(glyph));
		// A terminal that uses fewer columns for the glyph would leave old cells beside it.
		if (width > 1 && !isSurelyWide(glyph)) this.#out += `\x1b[${width}X`;
		this.#out += glyphText(glyph);
		return width;
	}

	/** Blanks cells from x on, by spaces or by erasing and stepping over them; returns the column after them. */
	#blanks(next: Grid, x: number, y: number, limit: number): number {
		const start = y * next.columns;
		let end = x + 1;
		for (let column = end; column < limit && isBlank(next, start + column); column++) {
			if (this.#dirty[column]) end = column + 1;
		}
		const count = end - x;
		const following = this.#nextDirty(end, limit);
		this.#setBlankStyle(next, start + following, following < limit);
		const erasing = `\x1b[${count}X`;
		const stepping = following < limit ? this.cursor.pathTo(following, y).length : 0;
		const rest = following < limit && following > end ? stepping : 0;
		if (erasing.length + stepping < count + rest) {
			this.#out += erasing;
			return end;
		}
		this.#out += ' '.repeat(count);
		this.cursor.x = end < next.columns ? end : -1;
		return end;
	}

	/** Erases everything from the end of the content on. `from` is the first cell there that must be erased. */
	#eraseLine(content: number, from: number, y: number): void {
		const { x } = this.cursor;
		if (this.cursor.y !== y || x < content || x > from) this.#out += this.cursor.moveTo(from, y);
		if (showsOnBlank(this.#style)) this.#setStyle(PLAIN);
		this.#out += '\x1b[K';
	}

	/**
	 * Turns off a style that shows on blanks. If the next glyph's style does not show, it is turned on at the same time.
	 */
	#setBlankStyle(next: Grid, following: number, known: boolean): void {
		if (!showsOnBlank(this.#style)) return;
		this.#setStyle(known && !showsAt(next, following) ? (next.attributes[following] ?? PLAIN) : PLAIN);
	}

	/** Moves the cursor. Cells of a short distance in the same row are written again if that is shorter. */
	#moveTo(next: Grid, x: number, y: number): void {
		const { cursor } = this;
		if (cursor.x === x && cursor.y === y) return;
		const gap = x - cursor.x;
		if (cursor.y === y && cursor.x >= 0 && gap > 0 && gap <= MAX_GAP) {
			const index = y * next.columns + x;
			const again = this.#again(next, index - gap, gap);
			const style = isBlank(next, index) ? undefined : (next.attributes[index] ?? PLAIN);
			const most = cursor.pathTo(x, y).length + this.#turnBytes(this.#style, style);
			if (again && again.bytes + this.#turnBytes(again.style, style) <= most) {
				this.#out += again.text;
				this.#style = again.style;
				cursor.x = x;
				return;
			}
		}
		this.#out += cursor.moveTo(x, y);
	}

	/** Returns the text that writes some cells again, its bytes, and the style afterwards. */
	#again(
		next: Grid,
		from: number,
		count: number,
	): { text: string; bytes: number; style: number } | undefined {
		let text = '';
		let style = this.#style;
		for (let index = from; index < from + count; index++) {
			const glyph = next.glyphs[index] ?? BLANK_GLYPH;
			if (!isSurelyNarrow(glyph)) return undefined;
			if (!isBlank(next, index) || showsOnBlank(style)) {
				const own = next.attributes[index] ?? PLAIN;
				text += this.#sgr.transition(style, own);
				style = own;
			}
			text += glyphText(glyph);
		}
		return { text, bytes: Buffer.byteLength(text), style };
	}

	/** Returns the bytes of a change of style; 0 if the target style is unknown. */
	#turnBytes(from: number, to: number | undefined): number {
		return to === undefined ? 0 : this.#sgr.transition(from, to).length;
	}

	#setStyle(style: number): void {
		this.#out += this.#sgr.transition(this.#style, style);
		this.#style = style;
	}

	/** Returns the first cell from x on that has to be written, `limit` if there is none before. */
	#nextDirty(x: number, limit: number): number {
		const found = this.#dirty.indexOf(1, x);
		return found < 0 ? limit : Math.min(found, limit);
	}
}

/** Whether a cell appears erased. */
function isBlank(grid: Grid, index: number): boolean {
	return grid.glyphs[index] === BLANK_GLYPH && !showsAt(grid, index);
}

function showsAt(grid: Grid, index: number): boolean {
	return showsOnBlank(grid.attributes[index] ?? PLAIN);
}

/** Returns the column after the last cell of a row that does not appear erased. */
function contentEnd(grid: Grid, start: number): number {
	let end = grid.columns;
	while (end > 0 && isBlank(grid, start + end - 1)) end--;
	return end;
}
