/**
 * What is switched on while the terminal is ours, and off when it is given back.
 *
 * Wrapping is off so that a terminal that takes a glyph for wider than we do cannot break a line on its own.
 */
const always = ['2004', '1004'];
/** Presses, releases, moves with a button held; coordinates as numbers. */
const forMouse = ['1000', '1002', '1006'];

/** Every terminal answers it with `CSI 0 n` when it has read everything before. */
export const areYouWell = '\x1b[5n';

/**
 * Alternate screen, no cursor, no wrapping, pastes and focus reported; the plain modes of keys and scrolling.
 * With `ask` it is asked for the kitty keyboard protocol, which only terminals that speak it answer, and then
 * whether it is well, which all do.
 */
export function enterSequence({ mouse, ask }: { mouse: boolean; ask: boolean }): string {
	const reports = mouse ? [...always, ...forMouse] : always;
	const questions = ask ? `\x1b[?u${areYouWell}` : '';
	return `\x1b[?1049h\x1b[m\x1b[r\x1b[?25l\x1b[?7l\x1b[?1l\x1b>${set(reports, 'h')}${questions}`;
}

/**
 * Escape, and ctrl and alt with any key, come as sequences that nothing else begins with (flag 1 of the kitty
 * keyboard protocol, put on the alternate screen's own stack).
 */
export const distinctKeys = '\x1b[>1u';

/**
 * Takes everything back, whether it was on or not, also in the middle of a frame: a frame's end mark is first,
 * the first escape ends any half-written sequence. Only distinct keys have to have been switched on.
 */
export function leaveSequence({ keys }: { keys: boolean }): string {
	const modes = set([...forMouse, ...always], 'l');
	return `\x1b[?2026l\x1b[m\x1b[r${keys ? '\x1b[<u' : ''}${modes}\x1b[?7h\x1b[?1049l\x1b[?25h`;
}

function set(modes: readonly string[], state: 'h' | 'l'): string {
	return modes.map((mode) => `\x1b[?${mode}${state}`).join('');
}
