import type { FilterLine } from '../../../../../state/dialogs/filter-line.ts';
import { replaceTop } from '../../../../../state/dialogs/open-dialogs.ts';
import { currentEntry, filterJournal } from '../../../../../state/events/journal-view.ts';
import { lineText } from '../../../../../state/surfaces/line-edit.ts';
import { entryText } from '../../../../components/entry-text.ts';
import type { DialogSurface } from '../../../../dialogs/dialog.ts';
import { filterLineCommands } from '../../../../dialogs/dialog-commands.ts';

declare module '../../../../../state/surfaces/dialogs.ts' {
	interface DialogKinds {
		'events-filter': { readonly kind: 'events-filter' } & FilterLine<number | undefined>;
	}
}

/** Edits the filter of the events. It applies while it is typed. */
export const eventsFilterDialog: DialogSurface<'events-filter'> = {
	kind: 'events-filter',
	title: 'Filter events',
	commands: filterLineCommands('events-filter', ({ dispatch }, { before }) => {
		dispatch({ type: 'journal', what: { type: 'filter', filter: before.filter } });
		dispatch({ type: 'journal', what: { type: 'cursor', id: before.cursor } });
		dispatch({ type: 'close' });
	}),
	list: 'beneath',
	field: {
		edit: (dialog, state, edit) => {
			const line = edit(dialog.line);
			const journal = filterJournal(state.journal, lineText(line));
			return replaceTop({ ...state, journal }, { ...dialog, line });
		},
	},
	inFooter: true,
	spoken: {
		title: () => 'Filter: type words of the events',
		choice: (_, { journal }) => {
			const entry = currentEntry(journal);
			const shown = `${journal.view.length} of ${journal.entries.length} shown`;
			return entry ? `${shown}, on ${entryText(entry, 300)}` : shown;
		},
	},
};
