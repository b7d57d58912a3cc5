import { fit, shorten, width } from '../../../format/cells.ts';
import { oneLine } from '../../../format/one-line.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { BatchFailure } from '../../../state/batch/batch.ts';

/** Maximum width of the list, cells. */
export const WANTED_WIDTH = 110;

/** Maximum lines for the full reason of the chosen failure. */
const MAX_REASON_LINES = 6;

/** Returns the lines of the list, and of the chosen failure below it, on a screen of so many rows. */
export function partsOf(screenRows: number): { readonly list: number; readonly words: number } {
	const room = screenRows - 4;
	const words = Math.max(1, Math.min(MAX_REASON_LINES, Math.floor(room / 3)));
	return { list: Math.max(1, room - words - 1), words };
}

/** Minimum share of names in a line, where they need it. */
const NAME_SHARE = 0.4;

/**
 * Returns the cells of the names in a list of `columns` cells. The widest name fits, unless the reasons need its space.
 */
export function nameCells(failures: readonly BatchFailure[], columns: number): number {
	let widest = 0;
	let reason = 0;
	for (const { name, text } of failures) {
		widest = Math.max(widest, width(truncated(name)));
		reason = Math.max(reason, width(reasonOf(text)));
	}
	const most = Math.max(Math.floor(columns * NAME_SHARE), columns - 2 - reason);
	return Math.min(widest, most);
}

/** Returns name and reason in a line of `columns` cells. */
export function failureLine({ name, text }: BatchFailure, names: number, columns: number): string {
	const room = Math.max(0, columns - names - 2);
	return `${fit(shorten(truncated(name), names), names)}  ${shorten(reasonOf(text), room)}`;
}

function reasonOf(text: string): string {
	return oneLine(text, 300);
}

export function truncated(name: string): string {
	return sanitize(name, 200);
}
