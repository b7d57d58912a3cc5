import { downloadColumns } from '../columns/downloads.ts';
import { layOut } from '../columns/layout.ts';
import { bytes } from '../format/bytes.ts';
import { age } from '../format/duration.ts';
import { oneLine } from '../format/one-line.ts';
import { sanitise } from '../format/sanitise.ts';
import type { State } from '../state/state.ts';
import { composeLine, type Segment } from './components/compose-line.ts';
import { nameShare } from './components/row-list.tsx';
import { shownAddress } from './first-lines.ts';
import { layOutPane } from './layout.ts';
import { panes } from './panes/registry.ts';
import type { Theme } from './theme/theme.ts';

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
				{
					text: `  ↓ ${bytes(totals.speedDown)}/s`,
					token: current && totals.speedDown > 0 ? 'busy' : 'faint',
				},
				{ text: `  ↑ ${bytes(totals.speedUp)}/s`, token: current && totals.speedUp > 0 ? 'good' : 'faint' },
			],
		),
		composeLine(theme, columns, tabSegments(state), countSegments(state, columns)),
	];
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
	return Object.values(panes).flatMap((pane) => [
		{ text: `${pane.hotkey}`, token: 'key' },
		{ text: ` ${pane.title}`, token: pane.id === state.pane ? 'title' : 'faint' },
		{ text: '   ' },
	]);
}

/** What the list is sorted by, where it has no room for the column whose title would say so. */
function sortSegments({ downloads: { sort }, details }: State, columns: number): Segment[] {
	if (!sort) return [];
	// The height decides nothing about the width of the list.
	const { width } = layOutPane(columns, 0, details.shown === 'full' ? 'split' : details.shown).list;
	const shown = layOut(downloadColumns, width, nameShare);
	if (shown.some(({ column }) => column.id === sort.column)) return [];
	const title = downloadColumns.find(({ id }) => id === sort.column)?.title ?? sort.column;
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
		downloads.marks.size === 0 ? [] : [{ text: `${downloads.marks.size} marked  `, token: 'mark' }];
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
