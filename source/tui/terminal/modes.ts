/**
 * What is switched on while the terminal is ours, and off when it is given back.
 *
 * Wrapping is off so that a terminal that takes a glyph for wider than we do cannot break a line on its own.
 */
const always = ['2004', '1004'];
/** Presses, releases, moves with a button held; coordinates as numbers. */
const forMouse = ['1000', '1002', '1006'];

/** Alternate screen, no cursor, no wrapping, pastes and focus reported; the plain modes of keys and scrolling. */
export function enterSequence(mouse: boolean): string {
	const reports = mouse ? [...always, ...forMouse] : always;
	return `\x1b[?1049h\x1b[m\x1b[r\x1b[?25l\x1b[?7l\x1b[?1l\x1b>${set(reports, 'h')}`;
}

/**
 * Takes everything back, whether it was on or not, also in the middle of a frame: a frame's end mark is first,
 * the first escape ends any half-written sequence.
 */
export function leaveSequence(): string {
	return `\x1b[?2026l\x1b[m\x1b[r${set([...forMouse, ...always], 'l')}\x1b[?7h\x1b[?1049l\x1b[?25h`;
}

function set(modes: readonly string[], state: 'h' | 'l'): string {
	return modes.map((mode) => `\x1b[?${mode}${state}`).join('');
}
