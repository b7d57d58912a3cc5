import type { IBufferCell } from '@xterm/headless';
import { Emulator } from '../terminal/emulator.ts';
import type { Chunk, Session } from './pty/session.ts';

/** The contents of all cells, as numbers that are compared quickly. */
export interface Picture {
	readonly glyphs: Int32Array;
	readonly styles: Int32Array;
	/** Cells that show something. */
	readonly filled: number;
}

const blank = 0x20;

/**
 * A terminal that receives the recorded output in chunks, after the measurement, so that it delays no clock. As on a
 * terminal, an open synchronized frame leaves the previous one visible.
 */
export class Replay {
	readonly #emulator: Emulator;
	readonly #chunks: readonly Chunk[];
	#next = 0;
	#picture: Picture;

	constructor({ chunks, terminal }: Pick<Session, 'chunks' | 'terminal'>) {
		this.#chunks = chunks;
		this.#emulator = new Emulator(terminal);
		this.#picture = this.#read();
	}

	/** Number of the next chunk. */
	get next(): number {
		return this.#next;
	}

	/** The screen after the last chunk. */
	get picture(): Picture {
		return this.#picture;
	}

	/** The visible rows, without trailing blanks. */
	get text(): string {
		return this.#emulator.text();
	}

	/** Reads all chunks before number `index` and compares once. */
	async to(index: number): Promise<void> {
		if (this.#next >= index) return;
		await this.#feed(this.#chunks.slice(this.#next, index));
		this.#next = index;
	}

	/** Reads one chunk and compares. */
	async step(): Promise<Chunk | undefined> {
		const chunk = this.#chunks[this.#next];
		if (!chunk) return undefined;
		this.#next++;
		await this.#feed([chunk]);
		return chunk;
	}

	async #feed(chunks: readonly Chunk[]): Promise<void> {
		await this.#emulator.write(Buffer.concat(chunks.map(({ bytes }) => bytes)));
		if (!this.#emulator.terminal.modes.synchronizedOutputMode) this.#picture = this.#read();
	}

	#read(): Picture {
		const { terminal } = this.#emulator;
		const { cols, rows, buffer } = terminal;
		const glyphs = new Int32Array(cols * rows);
		const styles = new Int32Array(cols * rows);
		let filled = 0;
		const { active } = buffer;
		const cell = active.getNullCell();
		for (let y = 0; y < rows; y++) {
			const line = active.getLine(active.baseY + y);
			for (let x = 0; x < cols; x++) {
				if (!line?.getCell(x, cell)) continue;
				const glyph = cell.getWidth() === 0 ? -1 : cell.getCode() || blank;
				glyphs[y * cols + x] = glyph;
				styles[y * cols + x] = styleOf(cell, glyph === blank);
				if (glyph !== blank) filled++;
			}
		}
		return { glyphs, styles, filled };
	}
}

/** For a blank, only the visible attributes count. */
function styleOf(cell: IBufferCell, isBlank: boolean): number {
	const onBlank = (cell.isInverse() ? 1 : 0) | (cell.isUnderline() ? 2 : 0);
	const background = cell.getBgColorMode() + cell.getBgColor();
	if (isBlank && (onBlank & 1) === 0) return background * 31 + onBlank;
	const flags = onBlank | (cell.isBold() ? 4 : 0) | (cell.isDim() ? 8 : 0) | (cell.isItalic() ? 16 : 0);
	return ((cell.getFgColorMode() + cell.getFgColor()) * 31 + background) * 31 + flags;
}

/** Counts the cells that differ in two pictures. */
export function changedCells(before: Picture, after: Picture): number {
	let count = 0;
	for (let index = 0; index < after.glyphs.length; index++) {
		if (before.glyphs[index] !== after.glyphs[index] || before.styles[index] !== after.styles[index]) count++;
	}
	return count;
}

/** Counts how often the whole screen was erased. */
export function fullClears(text: string): number {
	return [...text.matchAll(/\x1b\[[23]J|\x1bc|\x1b\[(?:1;1)?H\x1b\[0?J/g)].length;
}

/** Whether an unsynchronized terminal would have flickered: fewer than half of the cells are filled. */
export function isBlankFrame(before: Picture, after: Picture): boolean {
	return after.filled * 2 < before.filled;
}
