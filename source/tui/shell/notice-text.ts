import { shorten, shortenMiddle, width } from '../../format/cells.ts';
import { wrapWhole } from '../../format/wrap-whole.ts';

/** Minimum cells of a shortened subject, so that it stays recognizable. A shorter one stays whole. */
const MIN_SUBJECT_CELLS = 32;
/** Minimum cells of a line. */
const MIN_LINE_CELLS = 24;

/**
 * Returns the text of a notice as one line of at most `columns` cells, or as two. Too long texts keep the reason and
 * the next step: the longest of the subject, paths and names is shortened first, then the end of the reason.
 */
export function wrapNotice(text: string, columns: number): readonly string[] {
	const room = Math.max(MIN_LINE_CELLS, columns);
	// Every break between words may leave cells free.
	for (let cells = Math.max(room, Math.min(2 * room, width(text))); cells > room; cells--) {
		const lines = wrapWhole(shortenNotice(text, cells), room);
		if (lines.length <= 2) return lines;
	}
	return [shortenNotice(text, room)];
}

/** Returns the text in at most `columns` cells. */
export function shortenNotice(text: string, columns: number): string {
	if (width(text) <= columns) return text;
	// A colon separates the subject from the reason.
	const subject = text.slice(0, Math.max(0, text.indexOf(': ')));
	const reason = text.slice(subject.length);
	const half = Math.floor(columns / 2);
	const least = Math.min(MIN_SUBJECT_CELLS, half);
	const longest = Math.max(...reason.split(' ').map(width));
	const needed = width(subject) + columns - width(text);
	const subjectIn = (cells: number) => shortenMiddle(subject, Math.max(cells, needed));
	for (const cells of [Math.max(least, Math.min(half, longest)), least]) {
		const named = subjectIn(cells);
		const whole = named + shorten(reason, columns - width(named));
		if (!whole.endsWith('…')) return whole;
	}
	const named = subjectIn(least);
	const step = nextStep(reason);
	const before = columns - width(named) - width(step) - 1;
	// Without room for a reason, the beginning says more than the next step.
	if (step === '' || width(named) + before < half) return named + shorten(reason, columns - width(named));
	return `${named}${shorten(reason.slice(0, -step.length).trimEnd(), before)} ${step}`;
}

/** Returns the last sentence, which holds the next step; '' if there is only one sentence. */
function nextStep(text: string): string {
	return /(?<=[.!?] )\p{Lu}[^.!?]*[.!?]?$/u.exec(text)?.[0] ?? '';
}
