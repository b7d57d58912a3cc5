import { expect, test } from 'vitest';
import { readSchedule, scheduleText } from '../../source/format/read-schedule.ts';

test.each([
	['mon-fri 08:00-18:00', [0, 1, 2, 3, 4], 480, 1080],
	['Sat,Sun 22:00-06:30', [5, 6], 1320, 390],
	['daily 0:00-7:30', [0, 1, 2, 3, 4, 5, 6], 0, 450],
	['8:00-18:00', [0, 1, 2, 3, 4, 5, 6], 480, 1080],
	['fri-mon 08:00 - 24:00', [0, 4, 5, 6], 480, 0],
	['monday, wednesday 01:02–03:04', [0, 2], 62, 184],
])('readSchedule reads %s', (text, days, from, to) => {
	expect(readSchedule(text)).toEqual({ days, from, to });
});

test.each([
	'',
	'mon-fri',
	'mon 8-18',
	'mon 25:00-26:00',
	'mon 08:60-09:00',
	'moon 08:00-09:00',
	'x 08:00-09:00',
	'mon 08:00-',
])('readSchedule refuses "%s"', (text) => {
	expect(readSchedule(text)).toBeUndefined();
});

test.each(['mon-fri 08:00-18:00', 'sat,sun 22:00-06:30', 'daily 00:00-07:30', 'mon,wed-fri,sun 01:00-02:00'])(
	'scheduleText returns the text of %s',
	(text) => {
		const read = readSchedule(text);
		expect(read && scheduleText(read)).toBe(text);
	},
);

test('scheduleText names a schedule without days', () => {
	expect(scheduleText({ days: [], from: 0, to: 1 })).toBe('never');
});
