/**
 * Where the terminal's cursor is, as far as we know, and the shortest way to elsewhere.
 *
 * `x` is -1 when the column is not known: after a glyph whose width terminals disagree about, and after the
 * last column. Wrapping is switched off for the whole session, so the row is always known once it was set.
 */
export class Cursor {
	x = -1;
	y = -1;

	forget(): void {
		this.x = -1;
		this.y = -1;
	}

	/** The cursor went home, as it does when a scroll region is set. */
	home(): void {
		this.x = 0;
		this.y = 0;
	}

	/** The sequence that moves the cursor to (x, y), and its new place. */
	moveTo(x: number, y: number): string {
		const sequence = this.#sequence(x, y);
		this.x = x;
		this.y = y;
		return sequence;
	}

	#sequence(x: number, y: number): string {
		if (this.x === x && this.y === y) return '';
		if (this.y === y) {
			if (x === 0) return '\r';
			if (this.x >= 0 && x > this.x) return x - this.x === 1 ? '\x1b[C' : `\x1b[${x - this.x}C`;
			return `\x1b[${x + 1}G`;
		}
		if (this.y >= 0 && y === this.y + 1 && x === 0) return '\r\n';
		// A bare LF would not do: the line discipline makes CR LF of it.
		if (this.y >= 0 && y > this.y && this.x === x) return y === this.y + 1 ? '\x1b[B' : `\x1b[${y - this.y}B`;
		if (x === 0) return y === 0 ? '\x1b[H' : `\x1b[${y + 1}H`;
		return `\x1b[${y + 1};${x + 1}H`;
	}
}
