import { afterEach, expect, test } from 'vitest';
import { moment } from '../../source/columns/moments.ts';
import { offeredDates, readDate } from '../../source/filter/dates.ts';

const { TZ } = process.env;
afterEach(() => {
	process.env.TZ = TZ;
});

const hour = 3_600_000;
/** Late in the evening of the 20th in New York, the 21st in UTC. */
const evening = Date.UTC(2026, 10, 21, 2, 30);

test("days start at midnight of the user's zone, and moments are shown in it", () => {
	process.env.TZ = 'America/New_York';
	expect(moment(evening / 1000)).toBe('2026-11-20 21:30:00');
	const today = { from: Date.UTC(2026, 10, 20, 5), to: Date.UTC(2026, 10, 21, 5) };
	expect(readDate('today', evening)).toEqual({ ...today, timed: true });
	expect(readDate('2026-11-20', evening)).toEqual({ ...today, timed: false });
	expect(readDate('yesterday', evening)).toMatchObject({ to: today.from });
	expect(offeredDates(evening)[3]).toBe('2026-11-20');
	process.env.TZ = 'Asia/Tokyo';
	expect(moment(evening / 1000)).toBe('2026-11-21 11:30:00');
	expect(readDate('today', evening)).toMatchObject({ from: Date.UTC(2026, 10, 20, 15) });
});

test('a day with a change of daylight saving time has 23 or 25 hours', () => {
	process.env.TZ = 'Europe/Berlin';
	const long = (text: string) => {
		const span = readDate(text, evening);
		return typeof span === 'object' ? (span.to - span.from) / hour : undefined;
	};
	expect([long('2026-03-29'), long('2026-10-25'), long('2026-10-24')]).toEqual([23, 25, 24]);
});
