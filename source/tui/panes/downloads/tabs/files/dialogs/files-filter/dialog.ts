import { activeFiles, moveInActiveFiles } from '../../../../../../../state/adding/active-files.ts';
import { editFilesDialog } from '../../../../../../../state/adding/files-dialogs.ts';
import { lineCount } from '../../../../../../../state/files/files.ts';
import { dispatchToFiles } from '../../../../../../actions/file-requests.ts';
import type { DialogSurface } from '../../../../../../dialogs/dialog.ts';
import { filterLineCommands } from '../../../../../../dialogs/dialog-commands.ts';
import { countOfFiles } from '../../texts.ts';

/** Edits the filter of a file tree. It applies while it is typed. */
export const filesFilterDialog: DialogSurface<'files-filter'> = {
	kind: 'files-filter',
	title: 'Filter files',
	commands: filterLineCommands('files-filter', (context, { before }) => {
		dispatchToFiles(context, { type: 'filter', filter: before });
		context.dispatch({ type: 'close' });
	}),
	list: {
		positions: (_, state) => lineCount(activeFiles(state)),
		move: (_, state, rows) => moveInActiveFiles(state, rows),
	},
	field: { edit: (dialog, state, edit) => editFilesDialog(state, dialog, edit) },
	inFooter: true,
	spoken: {
		title: () => 'Filter of files: type words of the paths',
		choice: (_, state) => {
			const { all } = activeFiles(state);
			return all?.filtered ? countOfFiles(all.filtered.files) : '';
		},
	},
};
