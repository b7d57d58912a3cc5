import { plain, showsOnBlank } from './attributes.ts';
import type { ColourDepth } from './colour-depth.ts';
import { Cursor } from './cursor.ts';
import { blankGlyph, glyphText, glyphWidth, isSurelyNarrow, isSurelyWide, mostExcess } from './glyphs.ts';
import type { Grid } from './grid.ts';
import { SgrWriter } from './sgr.ts';
import { applyShift, findShift } from './shift.ts';

/** Unchanged cells up to this many may be written again, when that is shorter than to step over them. */
const longestGap = 8;
/** Erasing to the end of the line takes this many bytes. */
const eraseLineBytes = 3;

/** Writes rows in as few bytes as it can, knowing where the cursor is and what look is on. */
export class RowWriter {
	readonly cursor = new Cursor();
	readonly #shown: Grid;
	readonly #sgr: SgrWriter;
	/** Which cells of the row in hand have to be written. */
	readonly #dirty: Uint8Array;
	#look = plain;
	#out = '';

	/** `shown` is what the terminal shows: rows are compared with it, and are in it when they are written. */
	constructor(shown: Grid, depth: ColourDepth) {
		this.#shown = shown;
		this.#sgr = new SgrWriter(depth);
		this.#dirty = new Uint8Array(shown.columns);
	}

	/** What was written since the last time. */
	take(): string {
		const out = this.#out;
		this.#out = '';
		return out;
	}

	/** Nothing is known of the terminal: begins with the plain look. */
	begin(): void {
		this.cursor.forget();
		this.#out = '\x1b[m';
		this.#look = plain;
	}

	/** Writes a sequence in the plain look. */
	plainly(sequence: string): void {
		this.#setLook(plain);
		this.#out += sequence;
	}

	/** Writes what is different in a row of `next`; looks for cells that only moved within it if that is wanted. */
	row(next: Grid, y: number, shifting: boolean): void {
		if (shifting) this.#shift(next, y);
		const last = this.#compare(next, y);
		if (last >= 0) this.#write(next, y, last);
		const start = y * next.columns;
		this.#shown.glyphs.set(next.glyphs.subarray(start, start + next.columns), start);
		this.#shown.attributes.set(next.attributes.subarray(start, start + next.columns), start);
	}

	#shift(next: Grid, y: number): void {
		const shift = findShift(this.#shown, next, y);
		if (!shift) return;
		this.#out += this.cursor.moveTo(shift.x, y);
		if (showsOnBlank(this.#look)) this.#setLook(plain);
		this.#out += `\x1b[${Math.abs(shift.by)}${shift.by > 0 ? '@' : 'P'}`;
		applyShift(this.#shown, y, shift);
	}

	/** Marks the cells of a row that are not the same; gives the last one, -1 if there is none. */
	#compare(next: Grid, y: number): number {
		const { columns, glyphs, attributes } = next;
		const shown = this.#shown;
		const start = y * columns;
		let last = -1;
		for (let x = 0; x < columns; x++) {
			const index = start + x;
			const glyph = glyphs[index];
			let same = shown.glyphs[index] === glyph;
			if (same && shown.attributes[index] !== attributes[index]) {
				same = glyph === blankGlyph && !showsAt(shown, index) && !showsAt(next, index);
			}
			this.#dirty[x] = same ? 0 : 1;
			if (!same) last = x;
		}
		return last;
	}

	#write(next: Grid, y: number, last: number): void {
		const { columns } = next;
		const start = y * columns;
		const content = contentEnd(next, start);
		let erase = this.#nextDirty(content, columns);
		if (last - erase < eraseLineBytes) erase = columns;
		let limit = Math.min(last + 1, erase);
		let x = this.#nextDirty(0, limit);
		while (x < limit) {
			this.#moveTo(next, x, y);
			if (isBlank(next, start + x)) x = this.#blanks(next, x, y, limit);
			else {
				const glyph = next.glyphs[start + x] ?? blankGlyph;
				this.#setLook(next.attributes[start + x] ?? plain);
				x += this.#glyph(glyph);
				this.cursor.x = isCertain(glyph) && x < columns ? x : -1;
				const excess = isCertain(glyph) ? 0 : mostExcess(glyph);
				// A terminal that takes more columns for it has written over the next cells.
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

	/** Writes one glyph; gives its width. */
	#glyph(glyph: number): number {
		const width = isSurelyNarrow(glyph) ? 1 : Math.max(1, glyphWidth(glyph));
		// A terminal that takes fewer columns for the glyph would leave old cells beside it.
		if (width > 1 && !isSurelyWide(glyph)) this.#out += `\x1b[${width}X`;
		this.#out += glyphText(glyph);
		return width;
	}

	/** Blanks a stretch from x on: by spaces, or by erasing it and stepping over; gives the column behind. */
	#blanks(next: Grid, x: number, y: number, limit: number): number {
		const start = y * next.columns;
		let end = x + 1;
		for (let column = end; column < limit && isBlank(next, start + column); column++) {
			if (this.#dirty[column]) end = column + 1;
		}
		const count = end - x;
		const following = this.#nextDirty(end, limit);
		this.#setBlankLook(next, start + following, following < limit);
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

	/** Erases all from the content's end on; `from` is the first cell there that has to be. */
	#eraseLine(content: number, from: number, y: number): void {
		const { x } = this.cursor;
		if (this.cursor.y !== y || x < content || x > from) this.#out += this.cursor.moveTo(from, y);
		if (showsOnBlank(this.#look)) this.#setLook(plain);
		this.#out += '\x1b[K';
	}

	/** Turns off what shows on blanks; if the next glyph's look does not show, by turning it on already. */
	#setBlankLook(next: Grid, following: number, known: boolean): void {
		if (!showsOnBlank(this.#look)) return;
		this.#setLook(known && !showsAt(next, following) ? (next.attributes[following] ?? plain) : plain);
	}

	/** Moves the cursor, over a short stretch of the same row by writing it again if that is shorter. */
	#moveTo(next: Grid, x: number, y: number): void {
		const { cursor } = this;
		if (cursor.x === x && cursor.y === y) return;
		const gap = x - cursor.x;
		if (cursor.y === y && cursor.x >= 0 && gap > 0 && gap <= longestGap) {
			const index = y * next.columns + x;
			const again = this.#again(next, index - gap, gap);
			const look = isBlank(next, index) ? undefined : (next.attributes[index] ?? plain);
			const most = cursor.pathTo(x, y).length + this.#turnBytes(this.#look, look);
			if (again && again.bytes + this.#turnBytes(again.look, look) <= most) {
				this.#out += again.text;
				this.#look = again.look;
				cursor.x = x;
				return;
			}
		}
		this.#out += cursor.moveTo(x, y);
	}

	/** Some cells written again, how many bytes that takes, and the look that is on afterwards. */
	#again(next: Grid, from: number, count: number): { text: string; bytes: number; look: number } | undefined {
		let text = '';
		let look = this.#look;
		for (let index = from; index < from + count; index++) {
			const glyph = next.glyphs[index] ?? blankGlyph;
			if (!isSurelyNarrow(glyph)) return undefined;
			if (!isBlank(next, index) || showsOnBlank(look)) {
				const own = next.attributes[index] ?? plain;
				text += this.#sgr.transition(look, own);
				look = own;
			}
			text += glyphText(glyph);
		}
		return { text, bytes: Buffer.byteLength(text), look };
	}

	/** The bytes of a turn to another look; undefined: to whichever. */
	#turnBytes(from: number, to: number | undefined): number {
		return to === undefined ? 0 : this.#sgr.transition(from, to).length;
	}

	#setLook(look: number): void {
		this.#out += this.#sgr.transition(this.#look, look);
		this.#look = look;
	}

	/** The first cell from x on that has to be written, `limit` if there is none before. */
	#nextDirty(x: number, limit: number): number {
		const found = this.#dirty.indexOf(1, x);
		return found < 0 ? limit : Math.min(found, limit);
	}
}

/** Whether a cell looks erased. */
function isBlank(grid: Grid, index: number): boolean {
	return grid.glyphs[index] === blankGlyph && !showsAt(grid, index);
}

function showsAt(grid: Grid, index: number): boolean {
	return showsOnBlank(grid.attributes[index] ?? plain);
}

/** Whether all terminals take the same columns for a glyph. */
function isCertain(glyph: number): boolean {
	return isSurelyNarrow(glyph) || isSurelyWide(glyph);
}

/** The column behind the last cell of a row that does not look erased. */
function contentEnd(grid: Grid, start: number): number {
	let end = grid.columns;
	while (end > 0 && isBlank(grid, start + end - 1)) end--;
	return end;
}
