import { expect, test } from 'vitest';
import { createStore, type Store } from '../../../../source/state/core/store.ts';
import {
	appendLines,
	countLines,
	lineAt,
	lineText,
	MAX_LINES,
	noLines,
	positionOf,
	prependLines,
} from '../../../../source/tui/panes/debug/sections/log/lines.ts';
import { matchEnd } from '../../../../source/tui/panes/debug/sections/log/match-end.ts';
import { parseTime } from '../../../../source/tui/panes/debug/sections/log/parse-time.ts';
import {
	earlierLinesQuery,
	needsEarlier,
	newLinesQuery,
	takeEarlierLines,
	takeNewLines,
} from '../../../../source/tui/panes/debug/sections/log/requests.ts';
import { savedLines } from '../../../../source/tui/panes/debug/sections/log/saved-lines.ts';
import {
	canContinue,
	continueSeek,
	logText,
	seekText,
} from '../../../../source/tui/panes/debug/sections/log/seek.ts';
import { type LogSlice, log, noLog } from '../../../../source/tui/panes/debug/sections/log/slice.ts';
import { update } from '../../../../source/tui/shell/update.ts';
import { presser } from '../../../screens/pressing.ts';
import { listed } from '../../../screens/states.ts';

const levels = ['DEBUG', 'INFO', 'WARNING', 'ERROR'];
const start = Date.UTC(2026, 10, 22);

/** Returns numbered lines, one a second. Every fourth is an error. */
function content(from: number, to: number): string {
	return Array.from({ length: to - from + 1 }, (_, index) => {
		const at = from + index;
		return `${new Date(start + at * 1000).toISOString()} ${levels[at % 4]} line ${at}.\n`;
	}).join('');
}

/** A log of a service with positions: its first lines are loaded later. */
function loaded(from: number, to: number): LogSlice {
	const answer = { content: content(from, to), start: `7-${from}`, position: `7-${to + 1}` };
	return takeNewLines(noLog, answer, 1_000);
}

const withEarlier = (slice: LogSlice, from: number, to: number) =>
	takeEarlierLines(slice, { content: content(from, to), start: `7-${from}`, position: `7-${to + 1}` });

function finished(slice: LogSlice): LogSlice {
	let now = slice;
	while (canContinue(now)) now = continueSeek(now);
	return now;
}

const shown = ({ lines, cursor }: LogSlice) => (cursor === undefined ? 'the end' : lineText(lines, cursor));

test('lines keep their numbers when lines are added at both ends', () => {
	let lines = appendLines(noLines, content(10_000, 12_999));
	lines = prependLines(lines, content(5_000, 9_999));
	lines = appendLines(lines, 'one\r\ntwo\n');
	expect([lines.first, lines.end]).toEqual([-5_000, 3_002]);
	expect(lineText(lines, 0)).toMatch(/line 10000\.$/);
	expect(lineText(lines, -5_000)).toMatch(/line 5000\.$/);
	expect([lineText(lines, 3_000), lineText(lines, 3_001), lineText(lines, 3_002)]).toEqual([
		'one',
		'two',
		'',
	]);
	// A line without a level has that of the line before.
	expect(countLines(lines, 4)).toBe(2_002);
	expect(countLines(lines, 3)).toBe(4_002);
	for (const position of [0, 1, 1_999]) {
		const line = lineAt(lines, position, 4) ?? Number.NaN;
		expect(lineText(lines, line)).toContain('ERROR');
		expect(positionOf(lines, line, 4)).toBe(position);
	}
	expect(lineAt(lines, 2_002, 4)).toBeUndefined();
});

test('the first lines are dropped beyond the maximum', () => {
	const page = 'x\n'.repeat(300_000);
	let lines = noLines;
	for (let count = 0; count < 5; count++) lines = appendLines(lines, page);
	expect(lines.end).toBe(1_500_000);
	expect(lines.end - lines.first).toBeLessThanOrEqual(MAX_LINES);
	expect(lines.end - lines.first).toBeGreaterThan(MAX_LINES - 50_000);
	expect(lineText(lines, lines.first)).toBe('x');
});

test('following requests only new lines, and starts again after a gap', () => {
	const first = loaded(8_000, 9_999);
	expect(newLinesQuery(first)).toMatchObject({ after: '7-10000' });
	const more = takeNewLines(
		first,
		{ content: content(10_000, 10_001), start: '7-10000', position: '7-10002' },
		2_000,
	);
	expect([more.lines.end - more.lines.first, shown(more)]).toEqual([2_002, 'the end']);
	const stopped = { ...more, cursor: 5 };
	const same = { content: '', start: '7-10002', position: '7-10002' };
	expect(takeNewLines(stopped, same, 3_000).cursor).toBe(5);
	const gap = { content: content(20_000, 20_009), start: '7-20000', position: '7-20010' };
	expect(takeNewLines(stopped, gap, 3_000)).toMatchObject({ cursor: undefined, start: '7-20000' });
});

test('earlier lines are loaded near the first line, until there are none', () => {
	const first = loaded(8_000, 9_999);
	expect(needsEarlier(first)).toBe(false);
	const up = { ...first, cursor: 100 };
	expect(needsEarlier(up)).toBe(true);
	expect(earlierLinesQuery(up)).toMatchObject({ before: '7-8000' });
	const more = withEarlier(up, 6_000, 7_999);
	expect([shown(more), needsEarlier(more)]).toEqual([shown(up), false]);
	// A response from before a restart of the log.
	expect(takeEarlierLines(more, { content: 'x\n', start: '7-1', position: '7-3' })).toBe(more);
	const top = { ...more, cursor: more.lines.first };
	const whole = takeEarlierLines(top, { content: '', start: '7-6000', position: '7-6000' });
	expect([whole.isWhole, needsEarlier(whole)]).toEqual([true, false]);
});

test('a service without positions sends the end again; only new lines are added', () => {
	const first = takeNewLines(noLog, { content: content(100, 2_099) }, 1_000);
	expect(newLinesQuery(first)).toEqual({ process: 'core', max_lines: 1_000 });
	const more = takeNewLines(first, { content: content(1_103, 2_102) }, 2_000);
	expect(more.lines.end - more.lines.first).toBe(2_003);
	expect(lineText(more.lines, more.lines.end - 1)).toMatch(/line 2102\.$/);
	const query = earlierLinesQuery(more);
	expect(query).toEqual({ process: 'core', max_lines: 8_012 });
	const whole = takeEarlierLines(more, { content: content(0, 2_104), max_lines: query.max_lines });
	expect([whole.lines.first, whole.lines.end, whole.isWhole]).toEqual([-100, 2_005, true]);
	expect(lineText(whole.lines, whole.lines.first)).toMatch(/line 0\.$/);
});

test('matchEnd finds repeated lines, and no match after a restart of the log', () => {
	const known = appendLines(noLines, 'a\nb\nb\nb\n');
	expect(matchEnd(known, 'a\nb\nb\nb\n')).toEqual({ earlier: '', later: '' });
	expect(matchEnd(known, 'b\nb\nc\n')).toEqual({ earlier: '', later: 'c\n' });
	expect(matchEnd(known, 'x\na\nb\nb\nb\nd')).toEqual({ earlier: 'x\n', later: 'd\n' });
	expect(matchEnd(known, 'q\nr\n')).toBeUndefined();
});

test('a search goes up and down, passes filtered lines, and waits for earlier lines', () => {
	const first = { ...loaded(8_000, 9_999), search: 'LINE 8' };
	const found = finished(seekText(first, -1, first.lines.end - 1));
	expect(shown(found)).toMatch(/line 8999\.$/);
	const errors = finished(seekText({ ...found, least: 4 }, -1, found.cursor ?? 0));
	expect(shown(errors)).toMatch(/ERROR line 8999\.$/);
	expect(shown(finished(seekText(errors, -1, (errors.cursor ?? 0) - 1)))).toMatch(/line 8995\.$/);
	const down = finished(seekText(found, 1, (found.cursor ?? 0) + 1));
	expect(down.note).toBe(logText.noLater);
	const sought = seekText({ ...first, search: 'line 6001.' }, -1, first.lines.end - 1);
	const waiting = finished(sought);
	expect([waiting.seek?.kind, needsEarlier(waiting)]).toEqual(['text', true]);
	expect(shown(finished(withEarlier(waiting, 6_000, 7_999)))).toMatch(/line 6001\.$/);
	const none = finished({ ...waiting, isWhole: true });
	expect([none.note, none.seek]).toEqual([logText.noEarlier, undefined]);
});

test('a search step is bounded: a long log takes several', () => {
	const slice = { ...loaded(1, 100_000), search: 'nothing', isWhole: true };
	let [now, steps] = [seekText(slice, -1, slice.lines.end - 1), 0];
	for (; canContinue(now); steps++) now = continueSeek(now);
	expect(steps).toBeGreaterThan(3);
	expect(now.note).not.toBe('');
});

test('a search ignores case also where lower case is longer', () => {
	const slice = takeNewLines(noLog, { content: 'İstanbul\nother\nSTRASSE\n' }, 1_000);
	const found = finished(seekText({ ...slice, search: 'strasse', isWhole: true }, 1, slice.lines.first));
	expect(shown(found)).toBe('STRASSE');
});

test('going to a time finds the first line at that time, and loads earlier lines', () => {
	const first = loaded(8_000, 9_999);
	const at = (slice: LogSlice, second: number): LogSlice =>
		finished({ ...slice, seek: { kind: 'time', time: start + second * 1000 - 500 } });
	expect(shown(at(first, 9_000))).toMatch(/line 9000\.$/);
	expect(at(first, 20_000).cursor).toBe(first.lines.end - 1);
	const waiting = at(first, 7_000);
	expect(needsEarlier(waiting)).toBe(true);
	expect(shown(finished(withEarlier(waiting, 6_000, 7_999)))).toMatch(/line 7000\.$/);
});

const newest = Date.UTC(2026, 10, 22, 14, 30, 5);
test.each([
	['14:05', Date.UTC(2026, 10, 22, 14, 5)],
	['14:05:30', Date.UTC(2026, 10, 22, 14, 5, 30)],
	['23:59', Date.UTC(2026, 10, 21, 23, 59)],
	['-10m', newest - 600_000],
	['-2h', newest - 7_200_000],
	['2026-11-20 08:00', Date.UTC(2026, 10, 20, 8)],
	['25:00', undefined],
	['soon', undefined],
])('parseTime reads %s', (text, time) => {
	expect(parseTime(text, newest)).toBe(time);
});

test('saved lines pass the filter and contain no control sequences', () => {
	const slice = takeNewLines(noLog, { content: 'ERROR \x1b[31mred\x07\nINFO fine\n' }, 1_000);
	const text = [...savedLines({ ...slice, least: 4 })].join('');
	expect(text).toMatch(/^ERROR [^\x1b\x07]*red[^\x1b\x07]*\n$/);
});

test('keys scroll, follow, change the level and the process', () => {
	const state = update(update(listed, { type: 'pane', pane: 'debug' }), {
		type: 'section',
		pane: 'debug',
		section: 'debug-log',
	});
	const store: Store = createStore(log.put(state, loaded(8_000, 9_999)), update);
	const press = presser(store, () => ({ columns: 80, rows: 24 }));
	const slice = () => log.of(store.get());
	press('k');
	expect(shown(slice())).toMatch(/line 9998\.$/);
	press('j');
	expect(slice().cursor).toBeUndefined();
	press('k', 'F');
	expect(slice().cursor).toBeUndefined();
	press('g');
	expect([slice().seek?.kind, slice().cursor]).toEqual(['first', 0]);
	press('escape', 'v', 'v', 'v', 'F', 'k');
	expect(shown(slice())).toMatch(/ERROR line 9995\.$/);
	press('v', 'w');
	expect([slice().least, slice().wraps]).toEqual([0, true]);
	press('p');
	expect(slice()).toMatchObject({ process: 'gui', lines: noLines, wraps: true });
});
