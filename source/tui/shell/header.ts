import { allDownloadColumns } from '../../columns/downloads.ts';
import { layOut } from '../../columns/layout.ts';
import { bytes } from '../../format/bytes.ts';
import { age, duration } from '../../format/duration.ts';
import { oneLine } from '../../format/one-line.ts';
import { sanitize } from '../../format/sanitize.ts';
import type { PaneId, State } from '../../state/core/state.ts';
import { MAX_SAMPLES, totalRates } from '../../state/downloads/rate-history.ts';
import { alertsOf } from '../../state/events/alerts.ts';
import { ordersOf } from '../../state/list/sort.ts';
import { columnsOf, windowSizeOf } from '../../state/view/view.ts';
import { composeLine, type Segment, segmentTarget, widthOf } from '../components/compose-line.ts';
import { drawGraph, scaleGraph } from '../components/graph.ts';
import { memoize } from '../components/memoize.ts';
import { NAME_SHARE } from '../components/row-list.tsx';
import { currentPane, journalPane, panes } from '../panes/registry.ts';
import type { Target } from '../terminal/targets.ts';
import type { Theme } from '../theme/theme.ts';
import { type Counts, countsOf, fitCounts, type Sides } from './header-counts.ts';
import { layOutPane } from './layout.ts';
import { shortAddress } from './splash.ts';

/** Minimum columns for the graph in the header, and its width. */
const MIN_GRAPH_COLUMNS = 100;
const GRAPH_WIDTH = 20;
/** Free space below which it is shown as a warning, bytes. */
const LOW_FREE_BYTES = 1024 ** 3;

/** Returns the two lines at the top: service, connection and rates; tabs and status counts. */
export function headerLines(state: State, theme: Theme, columns: number): string[] {
	const { connection, pendingWrites, history, downloads } = state;
	// The clock only shows the age of the list.
	const now = connection.failure || isSilent(state) ? state.now : 0;
	return [
		serviceLine({ theme, columns, connection, now, pendingWrites, totals: downloads.totals, history }),
		tabLine({ theme, columns, sides: tabSides(state, columns) }),
	];
}

interface ServiceLine
	extends Pick<State, 'connection' | 'now' | 'pendingWrites' | 'history'>,
		Pick<State['downloads'], 'totals'> {
	readonly theme: Theme;
	readonly columns: number;
}

/** Called with every key, and mostly with the same arguments. */
const serviceLine = memoize((given: ServiceLine): string => {
	const { theme, columns, connection, totals, history } = given;
	// The rates of the last response are outdated after a failure.
	const current = connection.failure === undefined;
	const down: Segment = {
		text: `  ↓ ${bytes(totals.speedDown)}/s`,
		token: current && totals.speedDown > 0 ? 'busy' : 'faint',
	};
	const up: Segment = {
		text: `  ↑ ${bytes(totals.speedUp)}/s`,
		token: current && totals.speedUp > 0 ? 'good' : 'faint',
	};
	const name: Segment = { text: 'seedtop ', token: 'title' };
	const source = [{ text: `${shortAddress(connection.url)} ` }, ...connectionSegments(given)];
	// In a narrow window the name of the program is left out first.
	const rates = widthOf([...source, down, up]) <= columns ? [down, up] : [down];
	const needed = widthOf([...source, ...rates]);
	const nameless = needed <= columns && needed + widthOf([name]) > columns;
	return composeLine(theme, columns, nameless ? source : [name, ...source], [
		...freeSegments(connection),
		...graphSegments(history, columns),
		...rates,
	]);
});

/** Returns the target of a cell of these lines. */
export function headerTarget(state: State, columns: number, cell: number, line: number): Target | undefined {
	if (line === 0) return undefined;
	const { left, right } = tabSides(state, columns);
	return segmentTarget(columns, left, right, cell);
}

/** Composes both sides of the second line. */
const tabLine = memoize(({ theme, columns, sides }: { theme: Theme; columns: number; sides: Sides }) =>
	composeLine(theme, columns, sides.left, sides.right),
);

function tabSides(state: State, columns: number): Sides {
	const { downloads, details, view, pane } = state;
	return fitTabs({
		...countsOf(state),
		columns,
		pane,
		profiled: profilerText(state) + dumpText(state),
		alerts: currentPane(state).showsJournal ? 0 : alertsOf(state.journal, state.alertsSeen),
		sort: downloads.sort,
		arrangement: details.shown,
		view,
	});
}

interface TabLine extends Counts, SortGiven {
	readonly pane: PaneId;
	/** The running profiler and the memory dump, which slow the service; '' if there is none. */
	readonly profiled: string;
	/** Number of warnings and errors that were not seen yet. */
	readonly alerts: number;
}

/** Fits the second line. */
const fitTabs = memoize((given: TabLine): Sides => {
	const left = (form: TabForm) => [
		...tabSegments(given.pane, form),
		...profilerSegments(given.profiled),
		...alertSegments(given.alerts),
	];
	const beside = {
		long: left('long'),
		short: left('short'),
		shown: left('shown'),
		sort: sortSegments(given),
	};
	return fitCounts(given, given.columns, beside);
});

/** The kinds of failures in one word. */
const troubles: Readonly<Record<string, string>> = {
	unreachable: 'unreachable',
	timeout: 'slow',
	unauthorized: 'unauthorized',
	'not-found': 'no downloads here',
	absent: 'no downloads here',
	malformed: 'invalid response',
};

export const headerText = { silent: (time: string) => `○ no answer for ${time}` } as const;
/** Time without an answer after which the header shows it, ms. Requests to a slow service take several seconds. */
const SILENT_MS = 10_000;

function isSilent({ connection: { answeredAt }, now }: Pick<State, 'connection' | 'now'>): boolean {
	return answeredAt !== undefined && now - answeredAt >= SILENT_MS;
}

function connectionSegments({
	connection,
	now,
	pendingWrites,
}: Pick<State, 'connection' | 'now' | 'pendingWrites'>): Segment[] {
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
		const { state, readable_state: text } = connection.core;
		const words = text === '' ? '' : ` ${oneLine(text, 80)}`;
		return [{ text: `○ ${sanitize(state, 20)}${words}`, token: 'busy' }, ...pending];
	}
	if (isSilent({ connection, now })) {
		const text = headerText.silent(age((now - connection.answeredAt) / 1000));
		return [{ text, token: 'busy' }, ...pending];
	}
	return [{ text: '● connected', token: 'good' }, ...pending];
}

type TabForm = 'long' | 'short' | 'shown';

/** Returns the tabs. In the short form, the others have only their keys. */
function tabSegments(shown: PaneId, form: TabForm): Segment[] {
	return Object.values(panes).flatMap((pane): Segment[] => {
		const isShown = pane.id === shown;
		if (form === 'shown' && !isShown) return [];
		const target: Target = { kind: 'command', id: `pane-${pane.id}` };
		return [
			{ text: `${pane.hotkey}`, token: 'key', target },
			...(isShown || form === 'long'
				? [{ text: ` ${pane.title}`, token: isShown ? 'title' : 'faint', target } as const]
				: []),
			{ text: '  ' },
		];
	});
}

/** Returns the free disk space, where it is known. */
function freeSegments({ freeSpace }: State['connection']): Segment[] {
	if (freeSpace === undefined) return [];
	return [{ text: `  ${bytes(freeSpace)} free`, token: freeSpace < LOW_FREE_BYTES ? 'bad' : 'faint' }];
}

/** Returns a graph of the total rates in the last minutes. */
function graphSegments(history: State['history'], columns: number): Segment[] {
	if (columns < MIN_GRAPH_COLUMNS) return [];
	const down = totalRates(history, 'down');
	const up = totalRates(history, 'up');
	const both = down.map((rate, index) => rate + (up[index] ?? 0));
	const scale = scaleGraph(both, history.seconds, GRAPH_WIDTH, MAX_SAMPLES);
	const [line = ''] = drawGraph(scale, GRAPH_WIDTH, 1);
	return [{ text: `  ${line}`, token: 'graph' }];
}

/** Returns the running time of the profiler; '' if it does not run. */
function profilerText({ profiler, now }: State): string {
	const { isRunning, change, since, isOlder } = profiler;
	if (change === 'start') return '○ profiler  ';
	if (!isRunning) return '';
	const time = duration(Math.max(0, now - since) / 1_000);
	return `● profiler ${isOlder ? '>' : ''}${time}  `;
}

/** Returns the progress of the memory dump; '' if there is none. */
function dumpText({ memoryDump: dump }: State): string {
	if (!dump) return '';
	const { bytes: done, total } = dump;
	const progress = total === undefined ? bytes(done) : `${Math.floor((done / total) * 100)} %`;
	return `● dump ${progress}  `;
}

function profilerSegments(text: string): Segment[] {
	const target: Target = { kind: 'command', id: 'profiler' };
	return text === '' ? [] : [{ text, token: 'warning', target }];
}

function alertSegments(count: number): Segment[] {
	if (count === 0) return [];
	return [
		{
			text: `! ${count} alert${count === 1 ? '' : 's'}  `,
			token: 'warning',
			...(journalPane ? { target: { kind: 'command', id: `pane-${journalPane.id}` } } : {}),
		},
	];
}

/** Maximum share of the sort order in the line, 0 to 1. The last sort keys are left out first. */
const SORT_SHARE = 0.35;

interface SortGiven extends Pick<State['downloads'], 'sort'>, Pick<State, 'view'> {
	readonly columns: number;
	readonly arrangement: State['details']['shown'];
}

/** Returns the sort order, as far as the column titles do not show it. */
function sortSegments({ sort, arrangement, view, columns }: SortGiven): Segment[] {
	if (!sort) return [];
	// The height has no effect on the width of the list.
	const { width } = layOutPane(columns, 0, arrangement === 'full' ? 'split' : arrangement).list;
	const shown = layOut(columnsOf(view, windowSizeOf(columns)), width, NAME_SHARE);
	if (!sort.ties && shown.some(({ column }) => column.id === sort.column)) return [];
	const titles = ordersOf(sort).map(({ column, descending }) => {
		const title = allDownloadColumns.find(({ id }) => id === column)?.title ?? column;
		return `${descending ? '↓' : '↑'}${title}`;
	});
	const texts = titles.map((_, at) => `by ${titles.slice(0, titles.length - at).join(', then ')}`);
	const room = Math.floor(columns * SORT_SHARE);
	const text = texts.find((each) => each.length <= room) ?? texts.at(-1) ?? '';
	return [{ text: `${text}  `, token: 'heading' }];
}
