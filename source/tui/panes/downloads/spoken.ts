import { allDownloadColumns } from '../../../columns/downloads.ts';
import { count } from '../../../columns/figures.ts';
import { oneLine } from '../../../format/one-line.ts';
import { sanitise } from '../../../format/sanitise.ts';
import type { State } from '../../../state/core/state.ts';
import { current } from '../../../state/downloads/downloads.ts';
import { ordersOf } from '../../../state/list/sort.ts';
import { rowSentence } from '../../components/row-sentence.ts';
import { pendingLine, spokenBatch } from '../../shell/batch-line.ts';
import type { Spoken, SpokenRow } from '../../surfaces/surface.ts';
import { nothingFound } from '../no-matches.ts';
import type { SpokenPane } from '../pane.ts';
import { tabs } from './tabs/registry.ts';
import type { Tab } from './tabs/tab.ts';

/** Columns that are spoken when the cursor reaches a download, unless the user chose columns. The details speak all. */
const DEFAULT_SPOKEN_COLUMNS = ['name', 'status', 'progress', 'down', 'up', 'eta'];

export const spokenDownloads: SpokenPane = { situation, view, row };

function situation(state: State): Spoken {
	const { downloads, connection } = state;
	if (downloads.view.length > 0) return { id: 'rows', lines: () => [counts(state)] };
	if (downloads.list.length > 0) {
		return { id: 'filtered out', lines: () => nothingFound(downloads.query) };
	}
	if (downloads.at === undefined) {
		return { id: 'asking', lines: () => [`Asking ${sanitise(connection.url, 200)} for its downloads.`] };
	}
	const { checkpoints } = downloads;
	if (checkpoints?.all_loaded === false) {
		const { loaded, total } = checkpoints;
		return {
			id: 'loading',
			lines: () => [`The service is loading its downloads: ${count(loaded)} of ${count(total)}.`],
		};
	}
	return { id: 'none', lines: () => ['There are no downloads yet. Press a to add one.'] };
}

/** Returns '120 downloads: 117 seeding, 3 downloading.' */
function counts({ downloads: { list, view, totals } }: State): string {
	const statuses = [...totals.statuses]
		.sort(([, one], [, other]) => other - one)
		.map(([status, count]) => `${count} ${sanitise(status, 40).toLowerCase().replaceAll('_', ' ')}`);
	const all = `${list.length} ${list.length === 1 ? 'download' : 'downloads'}`;
	return view.length < list.length ? `${view.length} of ${all}.` : `${all}: ${statuses.join(', ')}.`;
}

function view(state: State): Readonly<Record<string, Spoken>> {
	const { sort, filter, selection } = state.downloads;
	const titleOf = (column: string) =>
		(allDownloadColumns.find(({ id }) => id === column)?.title ?? column).toLowerCase();
	return {
		filter: {
			id: filter,
			lines: () => [filter === '' ? 'No filter.' : `Filter: ${sanitise(filter, 200)}.`, counts(state)],
		},
		sort: {
			id: sort ? JSON.stringify(ordersOf(sort)) : '',
			lines: () => [
				sort
					? `Sorted by ${ordersOf(sort)
							.map(
								({ column, descending }) => `${titleOf(column)}${descending ? ', the greatest first' : ''}`,
							)
							.join(', then by ')}.`
					: 'Order of the service.',
			],
		},
		marks: {
			id: selection.size === 0 ? '' : String(selection.size),
			lines: () => [selection.size === 0 ? 'Nothing is selected.' : `${selection.size} selected.`],
		},
		range: {
			id: state.downloads.range?.stays ? 'on' : '',
			lines: () => [state.downloads.range?.stays ? 'Selecting a range.' : 'The range has ended.'],
		},
		work: spokenBatch(state),
		details: spokenTab(state),
	};
}

function row(state: State): SpokenRow | undefined {
	const inTab = tabRow(state);
	if (inTab) return inTab;
	const { downloads } = state;
	const { cursorAt, selection, view: rows } = downloads;
	const download = current(downloads);
	if (!download) return undefined;
	const { infohash, error } = download;
	const place = `${cursorAt + 1} of ${rows.length}`;
	const told = state.view.columns.wide?.map((column) => column.id) ?? DEFAULT_SPOKEN_COLUMNS;
	return {
		id: infohash,
		condition: rowSentence(allDownloadColumns, ['name', 'status'], download),
		lines: () => [
			`${selection.has(infohash) ? 'Marked: ' : ''}${rowSentence(allDownloadColumns, told, download)}; ${place}.`,
			...(error === '' ? [] : [`Its error: ${oneLine(error, 400)}`]),
			...pendingLine(state, infohash),
		],
	};
}

/** Returns the current tab, spoken when it is another one and when its content changes as a whole. */
function spokenTab(state: State): Spoken {
	const { shown, tab } = state.details;
	const download = current(state.downloads);
	if (shown === 'not' || !download) return { id: '', lines: () => ['Details are hidden.'] };
	const { title, spoken }: Tab = tabs[tab];
	return {
		id: `${tab} ${spoken.id?.(state) ?? ''}`,
		lines: () => [`${title}.`, ...spoken.lines(state, download).filter((line) => line !== '')],
	};
}

/** Returns the focused row of the tab; undefined if there is none. */
function tabRow(state: State): SpokenRow | undefined {
	const { shown, focused, tab } = state.details;
	const download = current(state.downloads);
	if (shown === 'not' || !focused || !download) return undefined;
	const { spoken }: Tab = tabs[tab];
	return spoken.row?.(state, download);
}
