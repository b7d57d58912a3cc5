import { expect, test } from 'vitest';
import { lineTimeAt, severityAt, severityFilter } from '../../source/format/log-line.ts';

test.each([
	['2026-11-22T20:05:30.123Z WARNING disk', 3],
	['[core:123] 2026-11-22 20:05:30,123 - ERROR - Task(1) - x', 4],
	['CRITICAL: x', 4],
	['an info about errors', 0],
	[`${'x'.repeat(200)} ERROR`, 0],
	['\nERROR', 0],
])('severityAt reads the level near the start of %j', (line, severity) => {
	expect(severityAt(line, 0)).toBe(severity);
});

test('severityFilter gives a line without a level that of the line before', () => {
	const lines = ['start', 'INFO a', '  b', 'ERROR c', '  at d', 'DEBUG e'];
	expect(lines.filter(severityFilter(3))).toEqual(['start', 'ERROR c', '  at d']);
});

test.each([
	['2026-11-22T20:05:30.123Z INFO x', Date.UTC(2026, 10, 22, 20, 5, 30, 123)],
	['[core] 2026-11-22 20:05:30,123 - x', Date.UTC(2026, 10, 22, 20, 5, 30, 123)],
	['2026-11-22 20:05 x', Date.UTC(2026, 10, 22, 20, 5)],
	['no time', undefined],
])('lineTimeAt reads %j', (line, time) => {
	expect(lineTimeAt(line, 0)).toBe(time);
});
