/** Days of a week and minutes after midnight. A period whose end is not after its beginning ends on the next day. */
interface WeeklyPeriod {
	/** 0 for Monday. */
	readonly days: readonly number[];
	readonly from: number;
	readonly to: number;
}

/** Names of days, from Monday. */
const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const EVERY_DAY = 'daily';

/**
 * Parses a weekly period: 'mon-fri 08:00-18:00', 'sat,sun 22:00-06:00', 'daily 00:00-07:30'. Without days it is
 * every day. Undefined for other text.
 */
export function readSchedule(text: string): WeeklyPeriod | undefined {
	const [, typed = EVERY_DAY, from = '', to = ''] =
		/^([a-z][a-z, -]* )?(\d{1,2}:\d{2}) ?[-–] ?(\d{1,2}:\d{2})$/i.exec(text.trim()) ?? [];
	const days = readDays(typed.trim().toLowerCase());
	const [start, end] = [readTime(from), readTime(to)];
	if (days === undefined || start === undefined || end === undefined) return undefined;
	return { days, from: start, to: end };
}

/** Formats a weekly period as `readSchedule` reads it; 'never' without days. */
export function scheduleText({ days, from, to }: WeeklyPeriod): string {
	if (days.length === 0) return 'never';
	return `${daysText(days)} ${timeText(from)}-${timeText(to)}`;
}

function readDays(text: string): number[] | undefined {
	if (text === EVERY_DAY) return names.map((_, day) => day);
	const days = new Set<number>();
	for (const part of text.split(',')) {
		const [first, last = first] = part.split('-').map((day) => readDay(day.trim()));
		if (first === undefined || last === undefined) return undefined;
		// 'fri-mon' goes around the end of the week.
		for (let day = first; ; day = (day + 1) % names.length) {
			days.add(day);
			if (day === last) break;
		}
	}
	return [...days].sort((a, b) => a - b);
}

function readDay(text: string): number | undefined {
	const day = names.findIndex((name) => text.startsWith(name));
	return day === -1 || !/^[a-z]{3,9}$/.test(text) ? undefined : day;
}

/** Returns minutes after midnight. 24:00 is the midnight at the end of a day. */
function readTime(text: string): number | undefined {
	const [hours = Number.NaN, minutes = Number.NaN] = text.split(':').map(Number);
	if (hours === 24 && minutes === 0) return 0;
	return hours < 24 && minutes < 60 ? hours * 60 + minutes : undefined;
}

function daysText(days: readonly number[]): string {
	if (days.length === names.length) return EVERY_DAY;
	const parts: string[] = [];
	for (let at = 0; at < days.length; ) {
		let end = at;
		while (days[end + 1] === (days[end] ?? 0) + 1) end++;
		const [first = 0, last = 0] = [days[at], days[end]];
		if (end - at > 1) parts.push(`${names[first]}-${names[last]}`);
		else for (let each = at; each <= end; each++) parts.push(names[days[each] ?? 0] ?? '');
		at = end + 1;
	}
	return parts.join(',');
}

/** Formats minutes after midnight: '06:30'. */
export function timeText(minutes: number): string {
	const two = (number: number) => String(number).padStart(2, '0');
	return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
