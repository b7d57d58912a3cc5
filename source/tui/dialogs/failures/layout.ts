import { fit, shorten, truncate, width } from '../../../format/cells.ts';
import { oneLine } from '../../../format/one-line.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { sentence } from '../../../format/sentence.ts';
import { wrap } from '../../../format/wrap.ts';
import type { WorkFailure } from '../../../state/batch/batch.ts';

/** How wide the list is at most, cells. */
export const WANTED_WIDTH = 110;

/** Lines for the one that is chosen, in full as far as they reach. */
const MAX_REASON_LINES = 6;

/** Lines of the list, and of what is said of the chosen one below it, on a screen of so many rows. */
export function partsOf(screenRows: number): { readonly list: number; readonly words: number } {
	const room = screenRows - 4;
	const words = Math.max(1, Math.min(MAX_REASON_LINES, Math.floor(room / 3)));
	return { list: Math.max(1, room - words - 1), words };
}

/** Share of a line that names have at least, where they need it, however long the reasons are. */
const NAME_SHARE = 0.4;

/** Cells of the names of a list in `columns` cells: as the widest needs, as far as the reasons leave room. */
export function nameCells(failures: readonly WorkFailure[], columns: number): number {
	let widest = 0;
	let reason = 0;
	for (const { name, text } of failures) {
		widest = Math.max(widest, width(shownText(name)));
		reason = Math.max(reason, width(reasonOf(text)));
	}
	const most = Math.max(Math.floor(columns * NAME_SHARE), columns - 2 - reason);
	return Math.min(widest, most);
}

/** To what it happened and why, in a line of `columns` cells. */
export function failureLine({ name, text }: WorkFailure, names: number, columns: number): string {
	const room = Math.max(0, columns - names - 2);
	return `${fit(shorten(shownText(name), names), names)}  ${shorten(reasonOf(text), room)}`;
}

function reasonOf(text: string): string {
	return oneLine(text, 300);
}

/** What was being done, why it failed to the last word, and what to do next, in at most so many lines. */
export function failureWords({ doing, text, hint }: WorkFailure, columns: number, room: number): string[] {
	const why = sanitise(text, 4000);
	const lines = wrap(`${shownText(doing)}: ${sentence(why)} ${hint}`.trim(), columns);
	if (lines.length <= room) return lines;
	return [...lines.slice(0, room - 1), truncate(lines.slice(room - 1).join(' '), columns)];
}

export function shownText(name: string): string {
	return sanitise(name, 200);
}
