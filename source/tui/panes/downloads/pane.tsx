import { Box } from 'ink';
import { allDownloadColumns } from '../../../columns/downloads.ts';
import { count } from '../../../columns/figures.ts';
import { oneLine } from '../../../format/one-line.ts';
import { sanitise } from '../../../format/sanitise.ts';
import type { State } from '../../../state/core/state.ts';
import { updateDetails } from '../../../state/details/update.ts';
import { current, downloadKind, isListLoading, missingList } from '../../../state/downloads/downloads.ts';
import { goToDownload } from '../../../state/downloads/go-to-download.ts';
import { moveCursor } from '../../../state/downloads/selection-update.ts';
import { sortList } from '../../../state/list/list.ts';
import { columnsOf, roomOf } from '../../../state/view/view.ts';
import { Message } from '../../components/message.tsx';
import { RowList } from '../../components/row-list.tsx';
import { layOutPane } from '../../shell/layout.ts';
import { nextSort } from '../../surfaces/next-sort.ts';
import type { Measure } from '../../surfaces/surface.ts';
import { nothingFound } from '../no-matches.ts';
import type { Pane, PaneProps } from '../pane.ts';
import { downloadCommands } from './commands.ts';
import { Details } from './details.tsx';
import { rowNote } from './row-note.ts';
import { spokenDownloads } from './spoken.ts';
import { tabs } from './tabs/registry.ts';
import type { Tab } from './tabs/tab.ts';

/** The list of downloads, with details of one if they are open. An empty list shows the reason and the next step. */
function DownloadsPane({ state, theme, width, height }: PaneProps) {
	const { downloads, connection } = state;
	if (downloads.view.length === 0) {
		return <Message theme={theme} width={width} height={height} lines={emptiness(state)} />;
	}
	const { arrangement, list, details } = layOutPane(
		width,
		height,
		state.details.shown,
		downloads.view.length,
	);
	const { selection } = downloads;
	return (
		<Box width={width} height={height} flexDirection={arrangement === 'beside' ? 'row' : 'column'}>
			{arrangement !== 'full' && (
				<RowList
					columns={columnsOf(state.view, roomOf(width))}
					rows={downloads.view}
					cursor={downloads.cursorAt}
					theme={theme}
					width={list.width}
					height={list.height}
					faint={connection.failure !== undefined}
					sort={downloads.sort}
					noteOf={(download) => rowNote(download, state.optimistic)}
					showsRange
					hasMarks={selection.size > 0}
					isMarked={({ infohash }) => selection.has(infohash)}
					words={downloads.query.words}
					part="list"
					keyOf={({ infohash }) => infohash}
				/>
			)}
			{arrangement !== 'list' && (
				<Details
					state={state}
					theme={theme}
					width={details.width}
					height={details.height}
					border={arrangement === 'beside' ? 'left' : arrangement === 'full' ? 'none' : 'top'}
				/>
			)}
		</Box>
	);
}

/** Locations of API keys. */
const KEY_LOCATIONS =
	"seedtop's own key is in ~/.local/state/seedtop/api.key, Tribler's below ~/.Tribler. See docs/troubleshooting.md.";

function emptiness({ connection, downloads }: State): string[] {
	if (downloads.list.length > 0) {
		return [...nothingFound(downloads.query), 'Esc clears the filter.'];
	}
	if (connection.failure) {
		const where = `The address comes from ${sanitise(connection.source, 200)}.`;
		const { message, hint, kind } = connection.failure;
		return [
			oneLine(message),
			...(hint === '' ? [] : [hint]),
			...(kind === 'unauthorized' ? [KEY_LOCATIONS] : []),
			where,
		];
	}
	if (downloads.at === undefined) return [`Asking ${sanitise(connection.url, 200)} for its downloads…`];
	const { checkpoints } = downloads;
	if (checkpoints?.all_loaded === false) {
		const { loaded, total } = checkpoints;
		return [`The service is loading its downloads: ${count(loaded)} of ${count(total)}.`];
	}
	return [
		'There are no downloads yet.',
		'Press a to add one: the path of a .torrent, a magnet link, or a URL.',
	];
}

/** Returns a page of the list, or of the focused tab. */
function pageOf(state: State, width: number, height: number): Measure {
	const { details, downloads } = state;
	const { list, details: room } = layOutPane(width, height, details.shown, downloads.view.length);
	const download = current(downloads);
	const { page }: Tab = tabs[details.tab];
	if (!details.focused || !download || !page) {
		return { page: Math.max(1, (details.focused ? room : list).height - 1) };
	}
	const { rows, lines } = page({ state, download, width: room.width, height: room.height - 1 });
	return { page: Math.max(1, rows), lines };
}

/** Moves the focus to the list. */
function leaveDetails(state: State): State {
	if (!state.details.focused) return state;
	return {
		...state,
		details: updateDetails(state.details, { type: 'show', shown: 'split', focused: false }),
	};
}

export const downloadsPane = {
	id: 'downloads',
	title: 'Downloads',
	hotkey: '1',
	commands: downloadCommands,
	component: DownloadsPane,
	list: {
		positions: ({ downloads }) => downloads.view.length,
		move: (state, rows) => ({ ...state, downloads: moveCursor(state.downloads, rows) }),
		goTo: (state, key) => leaveDetails(goToDownload(state, key, state.now)),
		sort: {
			next: ({ downloads }, column) => nextSort(allDownloadColumns, column, downloads.sort),
			set: (state, sort) => ({ ...state, downloads: sortList(downloadKind, state.downloads, sort) }),
		},
	},
	details: {
		isShown: ({ details }) => details.shown !== 'not',
		isFull: ({ details }) => details.shown === 'full',
		hasFocus: ({ details }) => details.focused,
		tabs: Object.values(tabs),
		current: ({ details }) => tabs[details.tab],
		withFocus: (state, focused) =>
			focused
				? { ...state, details: updateDetails(state.details, { type: 'focus', focused }) }
				: leaveDetails(state),
		leaveCommand: 'details-leave',
	},
	missing: missingList,
	isLoading: isListLoading,
	rowError: ({ downloads }) => current(downloads)?.error ?? '',
	page: pageOf,
	spoken: spokenDownloads,
} as const satisfies Pane;
