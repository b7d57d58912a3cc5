import { expect, test } from 'vitest';
import { readDuration, typedDuration } from '../../source/format/read-duration.ts';

test.each([
	['90m', 5_400],
	['2d', 172_800],
	['1h', 3_600],
	['1h30m', 5_400],
	['1h 30m', 5_400],
	[' 45 Seconds ', 45],
	['2 days 1 hour', 176_400],
	['1w', 604_800],
	['10 min', 600],
	['1hr 5mins 2secs', 3_902],
])('readDuration reads %j as a duration', (text, seconds) => {
	expect(readDuration(text)).toBe(seconds);
});

test.each([
	'',
	'90',
	'0m',
	'1.5h',
	'-1h',
	'soon',
	'1hm',
	'2dx',
	'3mo',
	'1h x',
	'5 y',
	'1h30',
	'9999999999s',
	'999999999w 999999999w',
])('readDuration reads %j as no duration or a safe number', (text) => {
	const seconds = readDuration(text);
	expect(seconds === undefined || Number.isSafeInteger(seconds)).toBe(true);
	if (!text.endsWith('w')) expect(seconds).toBeUndefined();
});

test.each([1, 59, 60, 3_600, 5_400, 86_400, 90_061])(
	'readDuration reads what typedDuration writes: %i s',
	(seconds) => {
		expect(readDuration(typedDuration(seconds))).toBe(seconds);
	},
);
