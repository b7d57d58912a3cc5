import type { FilterLine } from '../../../../state/dialogs/filter-line.ts';
import { replaceTop } from '../../../../state/dialogs/open-dialogs.ts';
import { lineText } from '../../../../state/surfaces/line-edit.ts';
import type { DialogSurface } from '../../../dialogs/dialog.ts';
import { filterLineCommands } from '../../../dialogs/dialog-commands.ts';
import { listBeneath } from '../../pane-focus.ts';

declare module '../../../../state/surfaces/dialogs.ts' {
	interface DialogKinds {
		/** `cursor`: key of the row under the cursor. */
		'list-filter': { readonly kind: 'list-filter' } & FilterLine<string | undefined>;
	}
}

/** Edits the filter of the list of a section. It applies while it is typed. */
export const listFilterDialog: DialogSurface<'list-filter'> = {
	kind: 'list-filter',
	title: 'Filter the list of a section',
	commands: filterLineCommands('list-filter', ({ dispatch }, { before }) => {
		const { filter, cursor } = before;
		dispatch({ type: 'filter-rows', filter });
		dispatch({ type: 'close' });
		if (cursor !== undefined) dispatch({ type: 'put-cursor', part: 'list', key: cursor, index: 0 });
	}),
	list: 'beneath',
	field: {
		edit: (dialog, state, edit) => {
			const line = edit(dialog.line);
			const filtered = listBeneath(state)?.filter?.set(state, lineText(line)) ?? state;
			return replaceTop(filtered, { ...dialog, line });
		},
	},
	inFooter: true,
	spoken: {
		title: () => 'Filter: type words of the rows',
		choice: (_, state) => {
			const rows = listBeneath(state)?.describe?.(state);
			return [rows?.counts() ?? '', ...(rows?.row()?.lines() ?? [])].join(' ').trim();
		},
	},
};
