import type { ReactElement } from 'react';
import { trackerColumns } from '../../source/columns/trackers.ts';
import type { Tracker } from '../../source/protocol/resources/tracker.ts';
import type { State } from '../../source/state/core/state.ts';
import { current } from '../../source/state/downloads/downloads.ts';
import type { Dialog } from '../../source/state/surfaces/dialogs.ts';
import { saveTorrentDialog } from '../../source/tui/panes/downloads/dialogs/save-torrent.ts';
import { StreamDialog } from '../../source/tui/panes/downloads/dialogs/stream/dialog.tsx';
import { listTab } from '../../source/tui/panes/downloads/tabs/list-with-note.tsx';
import { tabs } from '../../source/tui/panes/downloads/tabs/registry.ts';
import type { Tab } from '../../source/tui/panes/downloads/tabs/tab.ts';
import { surfaceBody } from '../../source/tui/surfaces/surface-body.tsx';
import { chooseTheme } from '../../source/tui/theme/choose-theme.ts';
import type { ScreenSize } from './pressing.ts';
import { tabScreens } from './tab-states.ts';

type Case = (size: ScreenSize) => ReactElement;

const theme = chooseTheme({});

function screen(name: string): State {
	const state = tabScreens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	return state;
}

/** Tabs of the details alone, in their states. */
const tabStates = Object.entries(tabScreens)
	.filter(([, { dialogs }]) => dialogs.length === 0)
	.map(([name, state]): [string, Case] => [
		`the tab of ${name}`,
		({ columns, rows }) => {
			const surface: Tab = tabs[state.details.tab];
			const download = current(state.downloads);
			if (!download) throw new Error('the screen has no download');
			return surfaceBody({
				surface,
				place: {
					state,
					download,
					theme,
					width: columns,
					height: rows,
					gutter: 0,
					frame: 'box',
					focused: true,
				},
			});
		},
	]);

/** Returns the top dialog of a screen, of this kind. */
function opened<Kind extends Dialog['kind']>(name: string, kind: Kind) {
	const state = screen(name);
	const isIt = (dialog: Dialog): dialog is Extract<Dialog, { kind: Kind }> => dialog.kind === kind;
	const dialog = state.dialogs.find(isIt);
	if (!dialog) throw new Error(`no dialog is open on the screen ${name}`);
	return { dialog, state, theme };
}

const { component: NotedList } = listTab<Tracker>({
	table: ({ downloads }) => ({
		columns: trackerColumns,
		rows: current(downloads)?.trackers ?? [],
		cursor: 1,
		keyOf: ({ url }) => url,
	}),
	move: (state) => state,
	note: () => [
		['What there is to say 漢字', 'normal'],
		['and more', 'normal'],
	],
	minNoteRows: 4,
});

/** Components of the details, painted alone. */
export const tabCases: Readonly<Record<string, Case>> = {
	...Object.fromEntries(tabStates),
	'a list with a note': ({ columns, rows }) => {
		const state = screen('tab-trackers');
		const download = current(state.downloads);
		if (!download) throw new Error('the screen has no download');
		const place = { state, download, theme, width: columns, height: rows, gutter: 0 } as const;
		return <NotedList {...place} frame="box" focused />;
	},
	'the dialog for streaming': ({ columns, rows }) => (
		<StreamDialog {...opened('dialog-stream', 'stream')} width={columns} height={rows} />
	),
	'the dialog for saving a torrent': ({ columns, rows }) => (
		<>
			{saveTorrentDialog.view?.({
				...opened('dialog-save-torrent', 'save-torrent'),
				width: columns,
				height: rows,
			})}
		</>
	),
};
