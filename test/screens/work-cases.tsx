import type { ReactElement } from 'react';
import type { State } from '../../source/state/core/state.ts';
import { current } from '../../source/state/downloads/downloads.ts';
import type { Dialog, DialogKind } from '../../source/state/surfaces/dialogs.ts';
import { BrowseDialog } from '../../source/tui/dialogs/browse/dialog.tsx';
import { FailuresDialog } from '../../source/tui/dialogs/failures/dialog.tsx';
import { AddFilesDialog } from '../../source/tui/panes/downloads/tabs/files/dialogs/add-files/dialog.tsx';
import { FilesPatternDialog } from '../../source/tui/panes/downloads/tabs/files/dialogs/files-pattern/dialog.tsx';
import { filesTab, TreeList } from '../../source/tui/panes/downloads/tabs/files/tab.tsx';
import { OpenDialog } from '../../source/tui/shell/app.tsx';
import { chooseTheme } from '../../source/tui/theme/choose-theme.ts';
import { browsing, choosing } from './adding-states.ts';
import { bulkScreens } from './bulk-states.ts';
import { filesScreens } from './files-states.ts';
import { journalScreens } from './journal-states.ts';
import type { ScreenSize } from './pressing.ts';

type Screens = Readonly<Record<string, State>>;

const theme = chooseTheme({});
/** Stock Ink overestimates the width of some emoji sequences. */
const plain = ['a folder', '資料 Материалы', 'Cafe\u0301'];
const { component: FilesTab } = filesTab;

/** Returns the dialog of a kind on the first screen that has it. */
function opened<Kind extends DialogKind>(screens: Screens, kind: Kind, { columns, rows }: ScreenSize) {
	const isIt = (dialog: Dialog): dialog is Extract<Dialog, { kind: Kind }> => dialog.kind === kind;
	for (const state of Object.values(screens)) {
		const dialog = state.dialogs.find(isIt);
		if (dialog) return { dialog, state, theme, width: columns, height: rows };
	}
	throw new Error(`no screen has a dialog ${kind}`);
}

/** Returns the tree of files of its screen. */
function withTree(): { readonly state: State; readonly theme: typeof theme } {
	const { 'files-first-view': state } = filesScreens;
	if (!state) throw new Error('there is no screen of files');
	return { state, theme };
}

/** Dialogs of adding, batches and events, and the tree of files, alone. */
export const workCases: Readonly<Record<string, (size: ScreenSize) => ReactElement>> = {
	'the dialog that browses': (size) => (
		<BrowseDialog {...opened({ plain: browsing(plain) }, 'browse', size)} />
	),
	'the dialog of files to add': (size) => (
		<AddFilesDialog {...opened({ plain: choosing(plain) }, 'add-files', size)} />
	),
	'the question about many': (size) => <OpenDialog {...opened(bulkScreens, 'confirm', size)} />,
	'the dialog of failures': (size) => <FailuresDialog {...opened(bulkScreens, 'failures', size)} />,
	'an event in full': (size) => <OpenDialog {...opened(journalScreens, 'entry', size)} />,
	'the dialog of a pattern': (size) => (
		<FilesPatternDialog {...opened(filesScreens, 'files-pattern', size)} />
	),
	'the file tree': ({ columns, rows }) => {
		const { state } = withTree();
		const { files } = state.details;
		return (
			<TreeList
				files={files}
				theme={theme}
				width={columns}
				height={rows}
				gutter={0}
				focused={true}
				faint={false}
			/>
		);
	},
	'the tab of files': ({ columns, rows }) => {
		const { state } = withTree();
		const download = current(state.downloads);
		if (!download) throw new Error('the screen has no download');
		return (
			<FilesTab
				state={state}
				download={download}
				theme={theme}
				width={columns}
				height={rows}
				gutter={0}
				frame="box"
				focused={true}
			/>
		);
	},
};
