const day = 86_400_000;

/** A stretch of time: milliseconds since 1970, its end not in it. */
export interface Span {
	readonly from: number;
	readonly to: number;
	/** Does it depend on when it is asked? */
	readonly timed: boolean;
}

const written = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
const begun = /^\d{4}-(\d{1,2}-)?$/;

/**
 * Reads a date, in UTC as the columns show moments: '2026', '2026-11', '2026-11-20', 'today', 'yesterday'. 'unfinished'
 * where a part is begun that is not there yet; undefined where it is none. `now`: milliseconds since 1970.
 */
export function readDate(text: string, now: number): Span | 'unfinished' | undefined {
	const lower = text.toLowerCase();
	if (lower === 'today' || lower === 'yesterday') {
		const from = Math.floor(now / day) * day - (lower === 'today' ? 0 : day);
		return { from, to: from + day, timed: true };
	}
	if (begun.test(text)) return 'unfinished';
	const found = written.exec(text);
	if (!found) return undefined;
	const year = Number(found[1]);
	const month = found[2] === undefined ? undefined : Number(found[2]) - 1;
	const date = found[3] === undefined ? undefined : Number(found[3]);
	const from = new Date(Date.UTC(year, month ?? 0, date ?? 1));
	// The 31st of February is a day of March, and the year 26 one of another century: nobody means that.
	if (year < 1970 || from.getUTCMonth() !== (month ?? 0) || from.getUTCDate() !== (date ?? 1)) {
		// '2026-0' is the beginning of a month, and '2026-01-0' of a day.
		return /-0$/.test(text) ? 'unfinished' : undefined;
	}
	const to =
		month === undefined
			? Date.UTC(year + 1, 0)
			: date === undefined
				? Date.UTC(year, month + 1)
				: from.getTime() + day;
	return { from: from.getTime(), to, timed: false };
}

/** Dates to begin with, the likeliest first. `now`: milliseconds since 1970. */
export function offeredDates(now: number): readonly string[] {
	const date = new Date(now).toISOString();
	return ['today', 'yesterday', date.slice(0, 7), date.slice(0, 10), date.slice(0, 4)];
}
