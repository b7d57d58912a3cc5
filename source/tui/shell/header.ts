import { allDownloadColumns } from '../../columns/downloads.ts';
import { layOut } from '../../columns/layout.ts';
import { bytes } from '../../format/bytes.ts';
import { age } from '../../format/duration.ts';
import { oneLine } from '../../format/one-line.ts';
import { sanitise } from '../../format/sanitise.ts';
import type { PaneId, State } from '../../state/core/state.ts';
import { MAX_SAMPLES, totalRates } from '../../state/downloads/rate-history.ts';
import { alertsOf } from '../../state/events/alerts.ts';
import { ordersOf } from '../../state/list/sort.ts';
import { columnsOf, roomOf } from '../../state/view/view.ts';
import { composeLine, type Segment, segmentTarget, widthOf } from '../components/compose-line.ts';
import { drawGraph, scaleGraph } from '../components/graph.ts';
import { kept } from '../components/memoize.ts';
import { NAME_SHARE } from '../components/row-list.tsx';
import { panes } from '../panes/registry.ts';
import type { Target } from '../terminal/targets.ts';
import type { Theme } from '../theme/theme.ts';
import { type Counts, countsOf, fitCounts, type Sides } from './header-counts.ts';
import { layOutPane } from './layout.ts';
import { shownAddress } from './splash.ts';

/** Cells from which on the header has a graph, and how wide it is. */
const MIN_GRAPH_COLUMNS = 100;
const GRAPH_WIDTH = 20;
/** Bytes below which free space is a worry. */
const LOW_FREE_BYTES = 1024 ** 3;

/** The two lines at the top: service, connection and rates; tabs and how many downloads do what. */
export function headerLines(state: State, theme: Theme, columns: number): string[] {
	const { connection, pendingWrites, history, downloads } = state;
	// It says only how old the list is.
	const now = connection.failure ? state.now : 0;
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

/** Drawn with every key, and mostly the same. */
const serviceLine = kept((given: ServiceLine): string => {
	const { theme, columns, connection, totals, history } = given;
	// What flowed when the service last answered is not what flows now.
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
	const source = [{ text: `${shownAddress(connection.url)} ` }, ...connectionSegments(given)];
	// In a narrow window its own name is what can be done without first.
	const rates = widthOf([...source, down, up]) <= columns ? [down, up] : [down];
	const needed = widthOf([...source, ...rates]);
	const nameless = needed <= columns && needed + widthOf([name]) > columns;
	return composeLine(theme, columns, nameless ? source : [name, ...source], [
		...freeSegments(connection),
		...graphSegments(history, columns),
		...rates,
	]);
});

/** What is at a cell of these lines. */
export function headerTarget(state: State, columns: number, cell: number, line: number): Target | undefined {
	if (line === 0) return undefined;
	const { left, right } = tabSides(state, columns);
	return segmentTarget(columns, left, right, cell);
}

/** Both sides of the second line in one. */
const tabLine = kept(({ theme, columns, sides }: { theme: Theme; columns: number; sides: Sides }) =>
	composeLine(theme, columns, sides.left, sides.right),
);

function tabSides(state: State, columns: number): Sides {
	const { connection, downloads, details, view, pane } = state;
	return fitTabs({
		...countsOf(state),
		columns,
		pane,
		isProfiled: connection.profiling === true,
		alerts: alertsOf(state),
		sort: downloads.sort,
		arrangement: details.shown,
		view,
	});
}

interface TabLine extends Counts, SortGiven {
	readonly pane: PaneId;
	/** A service is slower then. */
	readonly isProfiled: boolean;
	/** Warnings and errors that were not looked at yet. */
	readonly alerts: number;
}

/** The second line as it has room. */
const fitTabs = kept((given: TabLine): Sides => {
	const left = (form: 'long' | 'short') => [
		...tabSegments(given.pane, form),
		...profilerSegments(given.isProfiled),
		...alertSegments(given.alerts),
	];
	const beside = { long: left('long'), short: left('short'), sort: sortSegments(given) };
	return fitCounts(given, given.columns, beside);
});

/** The kinds of failures in one word. */
const troubles: Readonly<Record<string, string>> = {
	unreachable: 'unreachable',
	timeout: 'slow',
	unauthorized: 'unauthorized',
	'not-found': 'no downloads here',
	absent: 'no downloads here',
	malformed: 'not understood',
};

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
		return [{ text: `○ ${sanitise(connection.core.state, 20)}`, token: 'busy' }, ...pending];
	}
	return [{ text: '● connected', token: 'good' }, ...pending];
}

/** The tabs; in the short form only the one that shows has its title. */
function tabSegments(shown: PaneId, form: 'long' | 'short'): Segment[] {
	return Object.values(panes).flatMap((pane): Segment[] => {
		const isShown = pane.id === shown;
		const target: Target = { kind: 'command', id: `pane-${pane.id}` };
		return [
			{ text: `${pane.hotkey}`, token: 'key', target },
			...(isShown || form === 'long'
				? [{ text: ` ${pane.title}`, token: isShown ? 'title' : 'faint', target } as const]
				: []),
			{ text: form === 'long' ? '   ' : '  ' },
		];
	});
}

/** What is free on the disk, where that is known. */
function freeSegments({ freeSpace }: State['connection']): Segment[] {
	if (freeSpace === undefined) return [];
	return [{ text: `  ${bytes(freeSpace)} free`, token: freeSpace < LOW_FREE_BYTES ? 'bad' : 'faint' }];
}

/** How everything flowed in both directions during the last minutes. */
function graphSegments(history: State['history'], columns: number): Segment[] {
	if (columns < MIN_GRAPH_COLUMNS) return [];
	const down = totalRates(history, 'down');
	const up = totalRates(history, 'up');
	const both = down.map((rate, index) => rate + (up[index] ?? 0));
	const scale = scaleGraph(both, history.seconds, GRAPH_WIDTH, MAX_SAMPLES);
	const [line = ''] = drawGraph(scale, GRAPH_WIDTH, 1);
	return [{ text: `  ${line}`, token: 'graph' }];
}

function profilerSegments(isProfiled: boolean): Segment[] {
	return isProfiled ? [{ text: '● profiler  ', token: 'warning' }] : [];
}

function alertSegments(count: number): Segment[] {
	if (count === 0) return [];
	return [
		{
			text: `! ${count} alert${count === 1 ? '' : 's'}  `,
			token: 'warning',
			target: { kind: 'command', id: 'pane-events' },
		},
	];
}

/** How much of the line the order has, 0 to 1: what decides last is left out first. */
const SORT_SHARE = 0.35;

interface SortGiven extends Pick<State['downloads'], 'sort'>, Pick<State, 'view'> {
	readonly columns: number;
	readonly arrangement: State['details']['shown'];
}

/** What the list is sorted by, where the titles of its columns do not say so, or not all of it. */
function sortSegments({ sort, arrangement, view, columns }: SortGiven): Segment[] {
	if (!sort) return [];
	// The height decides nothing about the width of the list.
	const { width } = layOutPane(columns, 0, arrangement === 'full' ? 'split' : arrangement).list;
	const shown = layOut(columnsOf(view, roomOf(columns)), width, NAME_SHARE);
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
