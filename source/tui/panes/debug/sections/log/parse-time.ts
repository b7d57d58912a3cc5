import { lineTimeAt } from '../../../../../format/log-line.ts';

const SECOND_MS = 1_000;
const DAY_MS = 24 * 3_600 * SECOND_MS;
const unitsMs: Readonly<Record<string, number>> = { s: SECOND_MS, m: 60_000, h: 3_600_000, d: DAY_MS };

/**
 * Returns the time that a user typed: '14:05', '14:05:30', '2026-11-22 14:05', or '-10m' before the newest line.
 * undefined if it is no time. `newest`: time of the newest line, as `lineTimeAt`. A clock time is the last one before it.
 */
export function parseTime(text: string, newest: number): number | undefined {
	const typed = text.trim();
	const [, count, unit = ''] = /^-(\d{1,6})([smhd])$/.exec(typed) ?? [];
	if (count !== undefined) return newest - Number(count) * (unitsMs[unit] ?? 0);
	const clock = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(typed);
	if (clock) {
		const [hours = 0, minutes = 0, seconds = 0] = clock.slice(1).map((digits) => Number(digits ?? 0));
		if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
		const midnight = Math.floor(newest / DAY_MS) * DAY_MS;
		const today = midnight + ((hours * 60 + minutes) * 60 + seconds) * SECOND_MS;
		return today > newest ? today - DAY_MS : today;
	}
	return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(typed) ? lineTimeAt(typed, 0) : undefined;
}
