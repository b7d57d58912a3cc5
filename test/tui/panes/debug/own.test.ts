import { expect, test } from 'vitest';
import type { RequestsSample, UsageSample } from '../../../../source/state/connection/own-samples.ts';
import type { SurfaceQueryName } from '../../../../source/state/surfaces/query.ts';
import type { SectionId } from '../../../../source/state/surfaces/sections.ts';
import { absenceText } from '../../../../source/tui/panes/debug/absence.ts';
import { cockpit, takeUsage } from '../../../../source/tui/panes/debug/sections/cockpit/slice.ts';
import { requestKind } from '../../../../source/tui/panes/debug/sections/requests/columns.ts';
import { requests, takeRequests } from '../../../../source/tui/panes/debug/sections/requests/section.ts';
import { currentPane } from '../../../../source/tui/shell/panes.ts';
import { queriesOf } from '../../../../source/tui/shell/queries.ts';
import { update } from '../../../../source/tui/shell/update.ts';
import { listed, now } from '../../../screens/states.ts';

const usage: UsageSample = {
	cpuMs: 100,
	residentBytes: 1_000,
	heapBytes: 500,
	frames: 10,
	writtenBytes: 2_000,
};

test('rates are computed between samples, and not across a time without samples', () => {
	const first = takeUsage(cockpit.of(listed), usage, now);
	expect(first.series).toMatchObject({ cpu: [], frames: [], memory: [{ at: now, value: 1_000 }] });
	const later = { ...usage, cpuMs: 200, frames: 14, writtenBytes: 3_000 };
	const { series } = takeUsage(first, later, now + 2_000);
	expect([series.cpu, series.frames, series.written].map((each) => each[0]?.value)).toEqual([5, 2, 500]);
	expect(takeUsage(first, later, now + 60_000).series.cpu).toEqual([]);
});

const shown = (section: SectionId) =>
	update(update(listed, { type: 'pane', pane: 'debug' }), { type: 'section', pane: 'debug', section });

const failure = { kind: 'absent', message: 'absent', hint: '' } as const;

test('absence of all debug endpoints is described after the others were requested once', () => {
	const names = (state: typeof listed) => queriesOf(state).map(({ name }) => name);
	const load = shown('debug-load');
	expect(names(load).filter((name) => name.includes('probe'))).toEqual([]);
	const absent = (state: typeof listed, query: SurfaceQueryName) =>
		update(state, { type: 'query-failed', query, failure, at: now });
	const first = absent(load, 'debug-load:cpu');
	const probes = queriesOf(first).filter(({ name }) => name.includes('probe'));
	expect(probes.map(({ endpoint }) => endpoint)).toEqual([
		'listThreads',
		'listOpenSockets',
		'listOpenFiles',
		'getLog',
		'getSlots',
	]);
	const text = (state: typeof listed) => currentPane(state).message(state)?.lines;
	expect(text(first)).not.toEqual(Object.values(absenceText));
	const none = probes.reduce((state, { name }) => absent(state, name as SurfaceQueryName), first);
	expect(names(none).filter((name) => name.includes('probe'))).toEqual([]);
	expect(text(none)).toEqual(Object.values(absenceText));
	const files = update(none, { type: 'section', pane: 'debug', section: 'debug-files' });
	expect(text(files)).toEqual(Object.values(absenceText));
});

const record = {
	method: 'GET',
	path: '/state',
	at: now,
	status: 200,
	took: 1,
	bytes: 2,
	failure: '',
	mismatches: 0,
};

test('the cursor follows the newest request while it is on the last one', () => {
	const sample = (count: number) =>
		({
			recent: Array.from({ length: count }, (_, index) => ({ ...record, id: index + 1 })),
		}) as unknown as RequestsSample;
	const two = takeRequests(requests.of(listed), sample(2), requestKind);
	expect(two.rows.cursor).toBe('2');
	const three = takeRequests(two, sample(3), requestKind);
	expect(three.rows.cursor).toBe('3');
	const moved = { ...three, rows: { ...three.rows, cursor: '1', cursorAt: 0 } };
	expect(takeRequests(moved, sample(4), requestKind).rows.cursor).toBe('1');
});
