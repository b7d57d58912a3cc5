import { downloadFacts } from '../../columns/download-facts.ts';
import { downloadColumns } from '../../columns/downloads.ts';
import { oneLine } from '../../format/one-line.ts';
import { sanitise } from '../../format/sanitise.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { current } from '../../state/downloads.ts';
import type { State } from '../../state/state.ts';
import type { PaneText, SpokenRow, Telling } from './pane-texts.ts';
import { rowSentence } from './row-sentence.ts';

/** What is told of a download when the cursor comes to it; the details tell all. */
const told = ['name', 'status', 'progress', 'down', 'up', 'eta'];

/** The downloads in words. */
export const downloadsText: PaneText = { situation, view, row };

function situation(state: State): Telling {
	const { downloads, connection } = state;
	if (downloads.view.length > 0) return { id: 'rows', lines: () => [counts(state)] };
	if (downloads.list.length > 0) {
		return { id: 'filtered out', lines: () => ['No download has these words in its name.'] };
	}
	if (downloads.at === undefined) {
		return { id: 'asking', lines: () => [`Asking ${sanitise(connection.url, 200)} for its downloads.`] };
	}
	const { checkpoints } = downloads;
	if (checkpoints && !checkpoints.all_loaded) {
		const { loaded, total } = checkpoints;
		return {
			id: 'loading',
			lines: () => [`The service is loading its downloads: ${loaded} of ${total}.`],
		};
	}
	return { id: 'none', lines: () => ['There are no downloads yet. Press a to add one.'] };
}

/** '120 downloads: 117 seeding, 3 downloading.' */
function counts({ downloads: { list, view, totals } }: State): string {
	const statuses = [...totals.statuses]
		.sort(([, one], [, other]) => other - one)
		.map(([status, count]) => `${count} ${sanitise(status, 40).toLowerCase().replaceAll('_', ' ')}`);
	const all = `${list.length} ${list.length === 1 ? 'download' : 'downloads'}`;
	return view.length < list.length ? `${view.length} of ${all}.` : `${all}: ${statuses.join(', ')}.`;
}

function view(state: State): Readonly<Record<string, Telling>> {
	const { sort, filter, marks } = state.downloads;
	const titleOf = (column: string) =>
		(downloadColumns.find(({ id }) => id === column)?.title ?? column).toLowerCase();
	return {
		filter: {
			id: filter,
			lines: () => [filter === '' ? 'No filter.' : `Filter: ${sanitise(filter, 200)}.`, counts(state)],
		},
		sort: {
			id: sort ? `${sort.column} ${sort.descending}` : '',
			lines: () => [
				sort
					? `Sorted by ${titleOf(sort.column)}${sort.descending ? ', the greatest first' : ''}.`
					: 'In the order of the service.',
			],
		},
		marks: {
			id: marks.size === 0 ? '' : String(marks.size),
			lines: () => [marks.size === 0 ? 'Nothing is marked.' : `${marks.size} marked.`],
		},
		details: {
			id: state.details.shown === 'not' ? '' : 'shown',
			lines: () =>
				state.details.shown === 'not' ? ['Details are hidden.'] : details(current(state.downloads)),
		},
	};
}

function details(download: Download | undefined): string[] {
	if (!download) return ['No download is selected.'];
	return downloadFacts(download)
		.filter(([, value]) => value !== '' && value !== '–')
		.map(([name, value]) => `${name}: ${oneLine(value, 400)}`);
}

function row({ downloads }: State): SpokenRow | undefined {
	const { cursorAt, marks, view: rows } = downloads;
	const download = current(downloads);
	if (!download) return undefined;
	const { infohash, error } = download;
	const place = `${cursorAt + 1} of ${rows.length}`;
	return {
		id: infohash,
		condition: rowSentence(downloadColumns, ['name', 'status'], download),
		lines: () => [
			`${marks.has(infohash) ? 'Marked: ' : ''}${rowSentence(downloadColumns, told, download)}; ${place}.`,
			...(error === '' ? [] : [`Its error: ${oneLine(error, 400)}`]),
		],
	};
}
