import { allDownloadColumns } from '../columns/downloads.ts';
import { layOut } from '../columns/layout.ts';
import { bytes } from '../format/bytes.ts';
import { age } from '../format/duration.ts';
import { oneLine } from '../format/one-line.ts';
import { sanitise } from '../format/sanitise.ts';
import { alertsOf } from '../state/alerts.ts';
import { historySeconds } from '../state/history.ts';
import { samplesOf } from '../state/series.ts';
import type { State } from '../state/state.ts';
import { columnsOf, roomOf } from '../state/view/view.ts';
import { composeLine, type Segment, segmentTarget } from './components/compose-line.ts';
import { drawGraph, scaleGraph } from './components/graph.ts';
import { nameShare } from './components/row-list.tsx';
import { shownAddress } from './first-lines.ts';
import { layOutPane } from './layout.ts';
import { panes } from './panes/registry.ts';
import type { Target } from './terminal/targets.ts';
import type { Theme } from './theme/theme.ts';

/** Cells from which on the header has a graph, and how wide it is. */
const graphFrom = 100;
const graphWidth = 20;
/** Bytes below which free space is a worry. */
const fewBytes = 1024 ** 3;

/** The two lines at the top: service, connection and rates; tabs and how many downloads do what. */
export function headerLines(state: State, theme: Theme, columns: number): string[] {
	const { totals } = state.downloads;
	// What flowed when the service last answered is not what flows now.
	const current = state.connection.failure === undefined;
	return [
		composeLine(
			theme,
			columns,
			[
				{ text: 'seedtop', token: 'title' },
				{ text: ` ${shownAddress(state.connection.url)} ` },
				...connectionSegments(state),
			],
			[
				...freeSegments(state),
				...graphSegments(state, columns),
				{
					text: `  ↓ ${bytes(totals.speedDown)}/s`,
					token: current && totals.speedDown > 0 ? 'busy' : 'faint',
				},
				{ text: `  ↑ ${bytes(totals.speedUp)}/s`, token: current && totals.speedUp > 0 ? 'good' : 'faint' },
			],
		),
		composeLine(
			theme,
			columns,
			[...tabSegments(state), ...profilerSegments(state), ...alertSegments(state)],
			countSegments(state, columns),
		),
	];
}

/** What is at a cell of these lines. */
export function headerTarget(state: State, columns: number, cell: number, line: number): Target | undefined {
	if (line === 0) return undefined;
	return segmentTarget(
		columns,
		[...tabSegments(state), ...alertSegments(state)],
		countSegments(state, columns),
		cell,
	);
}

/** The kinds of failures in one word. */
const troubles: Readonly<Record<string, string>> = {
	unreachable: 'unreachable',
	timeout: 'slow',
	unauthorized: 'unauthorized',
	'not-found': 'no downloads here',
	absent: 'no downloads here',
	malformed: 'not understood',
};

function connectionSegments({ connection, now, pendingWrites }: State): Segment[] {
	const pending: Segment[] =
		pendingWrites > 0 ? [{ text: ` … ${pendingWrites} pending`, token: 'busy' }] : [];
	if (connection.failure) {
		const since =
			connection.answeredAt === undefined ? '' : `, data ${age((now - connection.answeredAt) / 1000)} old`;
		const trouble = troubles[connection.failure.kind] ?? 'failing';
		return [{ text: `✗ ${trouble}${since}`, token: 'bad' }, ...pending];
	}
	if (connection.answeredAt === undefined) return [{ text: '○ connecting', token: 'busy' }, ...pending];
	if (connection.core?.state === 'EXCEPTION') {
		const reason = oneLine(connection.core.last_exception ?? '', 80);
		return [{ text: `✗ EXCEPTION ${reason}`, token: 'bad' }, ...pending];
	}
	if (connection.core && connection.core.state !== 'STARTED') {
		return [{ text: `○ ${sanitise(connection.core.state, 20)}`, token: 'busy' }, ...pending];
	}
	return [{ text: '● connected', token: 'good' }, ...pending];
}

function tabSegments(state: State): Segment[] {
	return Object.values(panes).flatMap((pane): Segment[] => [
		{ text: `${pane.hotkey}`, token: 'key', target: { kind: 'command', id: `pane-${pane.id}` } },
		{
			text: ` ${pane.title}`,
			token: pane.id === state.pane ? 'title' : 'faint',
			target: { kind: 'command', id: `pane-${pane.id}` },
		},
		{ text: '   ' },
	]);
}

/** What is free on the disk, where that is known. */
function freeSegments({ connection: { freeSpace } }: State): Segment[] {
	if (freeSpace === undefined) return [];
	return [{ text: `  ${bytes(freeSpace)} free`, token: freeSpace < fewBytes ? 'bad' : 'faint' }];
}

/** How everything flowed in both directions during the last minutes. */
function graphSegments({ history }: State, columns: number): Segment[] {
	if (columns < graphFrom) return [];
	const down = samplesOf(history.totals, 'down');
	const up = samplesOf(history.totals, 'up');
	const both = down.map((rate, index) => rate + (up[index] ?? 0));
	const scale = scaleGraph(both, history.seconds, graphWidth, historySeconds);
	const [line = ''] = drawGraph(scale, graphWidth, 1);
	return [{ text: `  ${line}`, token: 'graph' }];
}

/** That the profiler runs: a service is slower then. */
function profilerSegments({ connection: { profiling } }: State): Segment[] {
	return profiling === true ? [{ text: '● profiler  ', token: 'warning' }] : [];
}

/** Warnings and errors that were not looked at yet. */
function alertSegments(state: State): Segment[] {
	const count = alertsOf(state);
	if (count === 0) return [];
	return [
		{
			text: `! ${count} alert${count === 1 ? '' : 's'}  `,
			token: 'warning',
			target: { kind: 'command', id: 'pane-events' },
		},
	];
}

/** What the list is sorted by, where it has no room for the column whose title would say so. */
function sortSegments({ downloads: { sort }, details, view }: State, columns: number): Segment[] {
	if (!sort) return [];
	// The height decides nothing about the width of the list.
	const { width } = layOutPane(columns, 0, details.shown === 'full' ? 'split' : details.shown).list;
	const shown = layOut(columnsOf(view, roomOf(columns)), width, nameShare);
	if (shown.some(({ column }) => column.id === sort.column)) return [];
	const title = allDownloadColumns.find(({ id }) => id === sort.column)?.title ?? sort.column;
	return [{ text: `by ${sort.descending ? '↓' : '↑'}${title}  `, token: 'heading' }];
}

function countSegments(state: State, columns: number): Segment[] {
	const { downloads } = state;
	if (downloads.at === undefined) return [];
	// What is dropped first when room is short comes first: few before many, and errors never before others.
	const weight = ([status, count]: [string, number]) =>
		status === 'STOPPED_ON_ERROR' ? Number.POSITIVE_INFINITY : count;
	const counts = [...downloads.totals.statuses].sort((a, b) => weight(a) - weight(b));
	const all = `${downloads.list.length} download${downloads.list.length === 1 ? '' : 's'}`;
	const filtered: Segment[] =
		downloads.filter === ''
			? []
			: [
					{ text: `/${sanitise(downloads.filter, 40)}  `, token: 'match' },
					{ text: `${downloads.view.length} of ` },
				];
	const marked: Segment[] =
		downloads.marks.size === 0
			? []
			: [
					{
						// A range is drawn on until its key ends it.
						text: `${downloads.range?.stays ? 'V: ' : ''}${downloads.marks.size} marked  `,
						token: 'mark',
					},
				];
	return [
		...counts.map(
			([status, count]): Segment => ({
				text: `${count} ${sanitise(status, 20)}  `,
				token: status === 'STOPPED_ON_ERROR' ? 'bad' : 'faint',
			}),
		),
		...sortSegments(state, columns),
		...marked,
		...filtered,
		{ text: all },
	];
}
