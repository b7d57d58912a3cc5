import { count } from '../../../columns/figures.ts';
import { oneLine } from '../../../format/one-line.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { isCoreStarting } from '../../../state/connection/connection.ts';
import { moveCursor } from '../../../state/core/selection-update.ts';
import type { State } from '../../../state/core/state.ts';
import { updateDetails } from '../../../state/details/update.ts';
import { current, downloadKind, isListLoading, missingList } from '../../../state/downloads/downloads.ts';
import { goToDownload } from '../../../state/downloads/go-to-download.ts';
import { stateInstead } from '../../../state/downloads/state-word.ts';
import { sortList } from '../../../state/list/list.ts';
import { columnsOf, windowSizeOf } from '../../../state/view/view.ts';
import type { Frame } from '../../components/panel-edge.ts';
import { RowList } from '../../components/row-list.tsx';
import type { Pane, PaneProps } from '../../surfaces/pane.ts';
import { tableList } from '../../surfaces/row-table.ts';
import { DISCONNECTED, type Measure, type SurfaceText } from '../../surfaces/surface.ts';
import { downloadCommands } from './commands.ts';
import { Details } from './details.tsx';
import { noMatchesText, nothingFound } from './no-matches.ts';
import { downloadTable } from './table.ts';
import { tabs } from './tabs/registry.ts';
import type { Tab } from './tabs/tab.ts';
import { viewCommandsText } from './view-commands.ts';

/** The list of downloads. An empty list shows the reason and the next step. */
function DownloadList({ state, theme, width, height, gutter, columns }: PaneProps) {
	const { downloads, connection } = state;
	const { rows, cursor, sort, isSelected, noteOf, liveOf, keyOf } = downloadTable(state);
	// With every key, copying all properties of the table would take longer.
	return (
		<RowList
			rows={rows}
			cursor={cursor}
			sort={sort}
			isSelected={isSelected}
			noteOf={noteOf}
			liveOf={liveOf}
			keyOf={keyOf}
			columns={columnsOf(state.view, windowSizeOf(columns))}
			theme={theme}
			width={width}
			height={height}
			gutter={gutter}
			faint={connection.failure !== undefined}
			hasSelection={downloads.selection.size > 0}
			words={downloads.query.words}
			part="list"
		/>
	);
}

/** Reasons why no download is shown, and next steps. */
export const downloadsPaneText = {
	none: viewCommandsText.noDownloads,
	addOne: 'Press a to add one: the path of a .torrent, a magnet link, or a URL.',
	pasteOne: 'You can also paste a magnet link here.',
	tryDemo: 'To look around first, quit and run: seedtop demo',
	clearFilter: 'Esc clears the filter.',
	addressSource: (source: string) => `The address comes from ${source}.`,
	keyLocations:
		"seedtop's own key is in ~/.local/state/seedtop/api.key, Tribler's below ~/.Tribler. See docs/troubleshooting.md.",
	starting: (state: string) => `The service is not ready yet: ${state}.`,
	requested: (url: string) => `Loading the downloads from ${url}…`,
	loading: (loaded: string, total: string) => `The service is loading its downloads: ${loaded} of ${total}.`,
} as const;

/** Returns why no download is shown. */
function message({ connection, dialogs, downloads }: State): SurfaceText | undefined {
	if (downloads.view.length > 0) return undefined;
	if (downloads.list.length > 0) {
		const instead = dialogs.at(-1)?.kind === 'filter' ? stateInstead(downloads) : undefined;
		return {
			id: 'filtered out',
			lines: [
				...nothingFound(downloads.query),
				...(instead ? [noMatchesText.stateInstead(instead)] : []),
				downloadsPaneText.clearFilter,
			],
		};
	}
	if (connection.failure) {
		const where = downloadsPaneText.addressSource(sanitize(connection.source, 200));
		const { message: text, hint, kind } = connection.failure;
		const lines = [oneLine(text), hint, kind === 'unauthorized' ? downloadsPaneText.keyLocations : '', where];
		return { id: DISCONNECTED, lines: lines.filter((line) => line !== '') };
	}
	if (isCoreStarting(connection)) {
		const { state = '', readable_state: text = '' } = connection.core ?? {};
		const lines = [downloadsPaneText.starting(sanitize(state, 40)), oneLine(text, 400)];
		return { id: `starting ${text}`, lines: lines.filter((line) => line !== '') };
	}
	if (downloads.at === undefined) {
		return { id: 'asking', lines: [downloadsPaneText.requested(sanitize(connection.url, 200))] };
	}
	const { checkpoints } = downloads;
	if (checkpoints?.all_loaded === false) {
		const { loaded, total } = checkpoints;
		return {
			id: 'loading',
			lines: [downloadsPaneText.loading(count(loaded), count(total))],
		};
	}
	return {
		id: 'none',
		lines: [
			downloadsPaneText.none,
			downloadsPaneText.addOne,
			downloadsPaneText.pasteOne,
			downloadsPaneText.tryDemo,
		],
	};
}

/** Returns a page of the current tab. */
function detailsPage(state: State, width: number, height: number, frame: Frame): Measure {
	const download = current(state.downloads);
	const { page }: Tab = tabs[state.details.tab];
	if (!download || !page) return { page: Math.max(1, height) };
	const { rows, lines } = page({ state, download, width, height, frame });
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
	component: DownloadList,
	message,
	list: tableList({
		table: downloadTable,
		move: (state, rows) => ({ ...state, downloads: moveCursor(state.downloads, rows) }),
		goTo: (state, key) => leaveDetails(goToDownload(state, key, state.now)),
		setSort: (state, sort) => ({ ...state, downloads: sortList(downloadKind, state.downloads, sort) }),
	}),
	details: {
		isShown: ({ details }) => details.shown !== 'not',
		isFull: ({ details }) => details.shown === 'full',
		hasFocus: ({ details }) => details.focused,
		rowsOf: ({ downloads }) => downloads.list.length,
		component: Details,
		page: detailsPage,
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
	page: (_, __, height) => ({ page: Math.max(1, height - 1) }),
} as const satisfies Pane;
