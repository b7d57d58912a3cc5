import { localDay } from '../columns/moments.ts';

/** A time span, Unix ms. Excludes its end. */
export interface Span {
	readonly from: number;
	readonly to: number;
	/** Whether the result depends on the current time. */
	readonly timed: boolean;
}

const written = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
const begun = /^\d{4}-(\d{1,2}-)?$/;

/**
 * Parses a local date: '2026', '2026-11', '2026-11-20', 'today', 'yesterday'. Returns 'unfinished' for the beginning of
 * one, and undefined for other text. `now`: Unix ms.
 */
export function readDate(text: string, now: number): Span | 'unfinished' | undefined {
	const lower = text.toLowerCase();
	if (lower === 'today' || lower === 'yesterday') {
		const here = new Date(now);
		const date = here.getDate() - (lower === 'today' ? 0 : 1);
		const begins = (day: number) => midnight(here.getFullYear(), here.getMonth(), day);
		return { from: begins(date), to: begins(date + 1), timed: true };
	}
	if (begun.test(text)) return 'unfinished';
	const found = written.exec(text);
	if (!found) return undefined;
	const year = Number(found[1]);
	const month = found[2] === undefined ? undefined : Number(found[2]) - 1;
	const date = found[3] === undefined ? undefined : Number(found[3]);
	const from = new Date(midnight(year, month ?? 0, date ?? 1));
	// Reject dates that roll over (31 February) and years before 1970.
	if (year < 1970 || from.getMonth() !== (month ?? 0) || from.getDate() !== (date ?? 1)) {
		// '2026-0' is the beginning of a month, and '2026-01-0' of a day.
		return /-0$/.test(text) ? 'unfinished' : undefined;
	}
	const to =
		month === undefined
			? midnight(year + 1, 0, 1)
			: date === undefined
				? midnight(year, month + 1, 1)
				: midnight(year, month, date + 1);
	return { from: from.getTime(), to, timed: false };
}

/** Returns the start of a local day, Unix ms. Days can have 23 or 25 hours. */
function midnight(year: number, month: number, day: number): number {
	return new Date(year, month, day).getTime();
}

/** Returns the offered dates, the most likely first. `now`: Unix ms. */
export function offeredDates(now: number): readonly string[] {
	const date = localDay(new Date(now));
	return ['today', 'yesterday', date.slice(0, 7), date, date.slice(0, 4)];
}
