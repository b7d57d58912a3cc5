/** Steps to the left that are written as so many backspaces. */
const mostBackspaces = 4;
/** Rows down that are written as so many new lines. */
const mostNewLines = 3;

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
		const sequence = this.pathTo(x, y);
		this.x = x;
		this.y = y;
		return sequence;
	}

	/** The sequence that would move the cursor to (x, y). */
	pathTo(x: number, y: number): string {
		if (this.y === y) return across(this.x, x);
		const absolute = x === 0 ? `\x1b[${y === 0 ? '' : y + 1}H` : `\x1b[${y + 1};${x + 1}H`;
		if (this.y < 0) return absolute;
		const rows = y - this.y;
		const relative =
			rows > 0 ? counted(rows, 'B') + across(this.x, x) : counted(-rows, 'A') + across(this.x, x);
		const shorter = relative.length < absolute.length ? relative : absolute;
		if (rows < 1 || rows > mostNewLines) return shorter;
		// A bare LF would not do: the line discipline makes CR LF of it.
		const lines = '\r\n'.repeat(rows) + across(0, x);
		return lines.length < shorter.length ? lines : shorter;
	}
}

/** The way within a row; from -1 if the column is not known. */
function across(from: number, to: number): string {
	if (from === to) return '';
	if (to === 0) return '\r';
	const absolute = `\x1b[${to + 1}G`;
	if (from < 0) return absolute;
	const steps = to - from;
	const relative =
		steps > 0 ? counted(steps, 'C') : steps >= -mostBackspaces ? '\b'.repeat(-steps) : counted(-steps, 'D');
	return relative.length <= absolute.length ? relative : absolute;
}

function counted(count: number, final: string): string {
	return count === 1 ? `\x1b[${final}` : `\x1b[${count}${final}`;
}
