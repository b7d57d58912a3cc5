import type { Cells } from './cells.ts';

/** State of a terminal besides its cells. */
export interface TerminalState {
	/** Position of the cursor, -1 if unknown. */
	readonly x: number;
	readonly y: number;
	/** SGR parameters in effect. */
	readonly style: string;
	/** Last row of the scroll region, from 0. */
	readonly bottom: number;
}

/** Minimum number of blanks that are erased instead of written: at the end of a line, and within one. */
const MIN_ERASED_BLANKS = 4;
const MIN_SKIPPED_BLANKS = 11;
/** Maximum width of a gap that is compared cell by cell. */
const MAX_COMPARED_GAP = 5;

/**
 * Writes lines of cells with few bytes, using only sequences that every terminal knows. VT220 is the baseline; mosh
 * and others lack REP. Tracks the cursor and the style of the terminal.
 */
export class Encoder {
	out = '';
	#x: number;
	#y: number;
	#style: string;

	/** Last row of the scroll region. LF there would scroll, and moves down end there. */
	#bottom: number;

	constructor({ x, y, style, bottom }: TerminalState) {
		this.#x = x;
		this.#y = y;
		this.#style = style;
		this.#bottom = bottom;
	}

	get state(): TerminalState {
		return { x: this.#x, y: this.#y, style: this.#style, bottom: this.#bottom };
	}

	/** Sets the scroll region, which sends the cursor home. Rows from 0, both included. */
	region(top: number, bottom: number): void {
		this.out += `\x1b[${top + 1};${bottom + 1}r`;
		[this.#x, this.#y, this.#bottom] = [0, 0, bottom];
	}

	/** Moves the lines of the region, up when positive. Vacated lines are blank. */
	scroll(distance: number): void {
		this.#setStyle('');
		const count = Math.abs(distance);
		this.out += `\x1b[${count === 1 ? '' : count}${distance > 0 ? 'S' : 'T'}`;
	}

	/** Writes the change of a line from one state to another. */
	line(y: number, before: Cells, after: Cells): void {
		const { glyphs, styles } = after;
		const columns = glyphs.length;
		const end = contentEnd(after);
		const erases = contentEnd(before) - end >= MIN_ERASED_BLANKS;
		const limit = erases ? end : columns;
		let x = 0;
		while (x < limit) {
			if (isSame(before, after, x)) {
				x++;
				continue;
			}
			// The first half of a wide glyph draws both halves.
			while (glyphs[x] === '' && x > 0) x--;
			this.#moveTo(x, y, after);
			const blanks = blankRun(before, after, x, limit);
			if (blanks >= MIN_SKIPPED_BLANKS) {
				this.#plainBackground();
				this.out += `\x1b[${blanks}X`;
				x += blanks;
				continue;
			}
			const glyph = glyphs[x] ?? ' ';
			if (glyph !== ' ' || needsStyle(styles[x] ?? '') || needsStyle(this.#style))
				this.#setStyle(styles[x] ?? '');
			this.out += glyph;
			x++;
			const isWide = glyphs[x] === '';
			while (glyphs[x] === '') x++;
			// Terminals differ in wide glyphs and in the column after the last.
			this.#x = isWide || x >= columns ? -1 : x;
		}
		if (!erases) return;
		this.#moveTo(end, y, after);
		this.#plainBackground();
		this.out += '\x1b[K';
	}

	#moveTo(x: number, y: number, line: Cells): void {
		if (this.#x === x && this.#y === y) return;
		const sequence = this.#sequence(x, y);
		const again = this.#y === y && this.#x >= 0 && x > this.#x ? this.#again(line, x) : undefined;
		this.out += again !== undefined && Buffer.byteLength(again) <= sequence.length ? again : sequence;
		[this.#x, this.#y] = [x, y];
	}

	/** Rewrites the cells up to a column, if they have the current style. */
	#again(line: Cells, to: number): string | undefined {
		if (to - this.#x > MAX_COMPARED_GAP) return undefined;
		for (let x = this.#x; x < to; x++) {
			const isBlank = line.glyphs[x] === ' ' && !needsStyle(line.styles[x] ?? '') && !needsStyle(this.#style);
			if (line.styles[x] !== this.#style && !isBlank) return undefined;
		}
		return line.glyphs.slice(this.#x, to).join('');
	}

	/** Returns the shortest cursor movement. */
	#sequence(x: number, y: number): string {
		const absolute = x === 0 ? `\x1b[${count(y + 1)}H` : `\x1b[${count(y + 1)};${x + 1}H`;
		if (this.#y === y) return shorter(along(this.#x, x), `\x1b[${x + 1}G`);
		const down = y - this.#y;
		const passesRegion = this.#y <= this.#bottom && y > this.#bottom;
		if (this.#y < 0 || down < 0 || passesRegion) return absolute;
		// The line discipline turns it into CR LF.
		if (x === 0 && down === 1) return '\n';
		return this.#x < 0 ? absolute : shorter(`\x1b[${count(down)}B${along(this.#x, x)}`, absolute);
	}

	#setStyle(style: string): void {
		if (style === this.#style) return;
		const isColor = /^3[0-7]$/;
		const direct = this.#style === '' || (isColor.test(this.#style) && isColor.test(style));
		this.out += style === '' ? '\x1b[m' : `\x1b[${direct ? '' : ';'}${style}m`;
		this.#style = style;
	}

	#plainBackground(): void {
		if (needsStyle(this.#style)) this.#setStyle('');
	}
}

/** Maximum number of cells that are stepped back one by one. */
const MAX_STEPS_BACK = 3;

/** Moves along a row. The current column may be unknown. */
function along(from: number, to: number): string {
	if (from === to) return '';
	if (to === 0) return '\r';
	if (from < 0) return `\x1b[${to + 1}G`;
	if (to > from) return `\x1b[${count(to - from)}C`;
	return from - to <= MAX_STEPS_BACK ? '\b'.repeat(from - to) : `\x1b[${from - to}D`;
}

/** Returns a parameter; 1 is left out. */
function count(n: number): string {
	return n === 1 ? '' : String(n);
}

/** Whether a style is visible on a blank. */
function needsStyle(style: string): boolean {
	return /(^|;)(7|4|4\d)($|;)/.test(style);
}

function isSame(before: Cells, after: Cells, x: number): boolean {
	if (before.glyphs[x] !== after.glyphs[x]) return false;
	const [was, is] = [before.styles[x] ?? '', after.styles[x] ?? ''];
	return was === is || (after.glyphs[x] === ' ' && !needsStyle(was) && !needsStyle(is));
}

/** Returns the number of blanks from a column on that must be drawn. */
function blankRun(before: Cells, after: Cells, from: number, limit: number): number {
	let x = from;
	while (x < limit && after.glyphs[x] === ' ' && !needsStyle(after.styles[x] ?? '')) x++;
	while (x > from && isSame(before, after, x - 1)) x--;
	return x - from;
}

/** Returns the column after the last cell that differs from an erased one. */
function contentEnd({ glyphs, styles }: Cells): number {
	let end = glyphs.length;
	while (end > 0 && glyphs[end - 1] === ' ' && !needsStyle(styles[end - 1] ?? '')) end--;
	return end;
}

function shorter(one: string, other: string): string {
	return one.length <= other.length ? one : other;
}
