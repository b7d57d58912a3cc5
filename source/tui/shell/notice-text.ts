import { shorten, shortenMiddle, truncate, width } from '../../format/cells.ts';
import { wrapWhole } from '../../format/wrap-whole.ts';

/** Minimum cells of a shortened subject, so that it stays recognizable. */
const MIN_SUBJECT_CELLS = 24;

/**
 * Returns the text of a notice as one line of at most `columns` cells, or as two. Too long texts keep the reason and
 * the next step: first the subject is shortened, then paths and names, then the end of the reason.
 */
export function wrapNotice(text: string, columns: number): readonly string[] {
	const room = Math.max(MIN_SUBJECT_CELLS, columns);
	// Every break between words may leave cells free.
	for (let cells = Math.max(room, Math.min(2 * room, width(text))); cells > room; cells--) {
		const lines = wrapWhole(shortenNotice(text, cells), room);
		if (lines.length <= 2) return lines;
	}
	return [shortenNotice(text, room)];
}

/** Returns the text in at most `columns` cells. */
export function shortenNotice(text: string, columns: number): string {
	const named = withShorterSubject(text, columns);
	const whole = shorten(named, columns);
	if (!whole.endsWith('…')) return whole;
	const step = nextStep(named);
	const before = columns - width(step) - 1;
	// Without room for a reason, the beginning says more than the next step.
	if (step === '' || before < columns / 2) return whole;
	return `${truncate(shorten(named.slice(0, -step.length).trimEnd(), before), before)} ${step}`;
}

/** Shortens the subject, which a colon separates from the reason. */
function withShorterSubject(text: string, columns: number): string {
	const end = text.indexOf(': ');
	const excess = width(text) - columns;
	if (end < 0 || excess <= 0) return text;
	const subject = text.slice(0, end);
	const cells = Math.max(MIN_SUBJECT_CELLS, width(subject) - excess);
	return shortenMiddle(subject, cells) + text.slice(end);
}

/** Returns the last sentence, which holds the next step; '' if there is only one sentence. */
function nextStep(text: string): string {
	return /(?<=[.!?] )\p{Lu}[^.!?]*[.!?]?$/u.exec(text)?.[0] ?? '';
}
