/** Steps to the left that are written as backspaces. */
const MAX_BACKSPACES = 4;
/** Rows down that are written as newlines. */
const MAX_NEWLINES = 3;

/**
 * The assumed position of the terminal's cursor, and the shortest sequence to another one.
 *
 * `x` is -1 when the column is unknown: after a glyph with a disputed width, and after the last column. Wrapping is off
 * for the whole session, so the row is always known once it was set.
 */
export class Cursor {
	x = -1;
	y = -1;

	forget(): void {
		this.x = -1;
		this.y = -1;
	}

	/** Sets the cursor to the home position, where it is after a scroll region is set. */
	home(): void {
		this.x = 0;
		this.y = 0;
	}

	/** Moves the cursor to (x, y); returns the sequence for it. */
	moveTo(x: number, y: number): string {
		const sequence = this.pathTo(x, y);
		this.x = x;
		this.y = y;
		return sequence;
	}

	/** Returns the sequence that would move the cursor to (x, y). */
	pathTo(x: number, y: number): string {
		if (this.y === y) return across(this.x, x);
		const absolute = x === 0 ? `\x1b[${y === 0 ? '' : y + 1}H` : `\x1b[${y + 1};${x + 1}H`;
		if (this.y < 0) return absolute;
		const rows = y - this.y;
		const relative =
			rows > 0 ? counted(rows, 'B') + across(this.x, x) : counted(-rows, 'A') + across(this.x, x);
		const shorter = relative.length < absolute.length ? relative : absolute;
		if (rows < 1 || rows > MAX_NEWLINES) return shorter;
		// A bare LF does not work: the line discipline converts it to CR LF.
		const lines = '\r\n'.repeat(rows) + across(0, x);
		return lines.length < shorter.length ? lines : shorter;
	}
}

/** Returns the sequence for a move within a row; `from` is -1 if the column is unknown. */
function across(from: number, to: number): string {
	if (from === to) return '';
	if (to === 0) return '\r';
	const absolute = `\x1b[${to + 1}G`;
	if (from < 0) return absolute;
	const steps = to - from;
	const relative =
		steps > 0 ? counted(steps, 'C') : steps >= -MAX_BACKSPACES ? '\b'.repeat(-steps) : counted(-steps, 'D');
	return relative.length <= absolute.length ? relative : absolute;
}

function counted(count: number, final: string): string {
	return count === 1 ? `\x1b[${final}` : `\x1b[${count}${final}`;
}
