import type { ReactElement } from 'react';
import type { Dialog, DialogKind } from '../../source/state/surfaces/dialogs.ts';
import { windowSizeOf } from '../../source/state/view/view.ts';
import { ColumnsDialog } from '../../source/tui/panes/downloads/dialogs/columns/dialog.tsx';
import { FilterDialog } from '../../source/tui/panes/downloads/dialogs/filter/dialog.tsx';
import { FiltersDialog } from '../../source/tui/panes/downloads/dialogs/filters/dialog.tsx';
import { SortDialog } from '../../source/tui/panes/downloads/dialogs/sort/dialog.tsx';
import { OpenDialog } from '../../source/tui/shell/app.tsx';
import { chooseTheme } from '../../source/tui/theme/choose-theme.ts';
import type { ScreenSize } from './pressing.ts';
import { viewScreens } from './view-states.ts';

const theme = chooseTheme({});

/** Returns the top dialog of a screen, of this kind. */
function opened<Kind extends DialogKind>(name: string, kind: Kind, { columns, rows }: ScreenSize) {
	const state = viewScreens(windowSizeOf(columns))[name];
	const isIt = (dialog: Dialog): dialog is Extract<Dialog, { kind: Kind }> => dialog.kind === kind;
	const dialog = state?.dialogs.find(isIt);
	if (!state || !dialog) throw new Error(`no dialog ${kind} is open on the screen ${name}`);
	return { dialog, state, theme, width: columns, height: rows };
}

/** Dialogs of sorting, columns and filters, alone. */
export const viewCases: Readonly<Record<string, (size: ScreenSize) => ReactElement>> = {
	'completions of nothing': (size) => <FilterDialog {...opened('completing-nothing', 'filter', size)} />,
	'completions of an amount': (size) => <FilterDialog {...opened('completing-an-amount', 'filter', size)} />,
	'an invalid filter': (size) => <FilterDialog {...opened('not-understood', 'filter', size)} />,
	'the dialog for sorting': (size) => <SortDialog {...opened('sort-by', 'sort', size)} />,
	'the dialog of columns': (size) => <ColumnsDialog {...opened('columns', 'columns', size)} />,
	'the dialog of filters': (size) => <FiltersDialog {...opened('filters', 'filters', size)} />,
	'the dialog that saves a filter': (size) => <OpenDialog {...opened('save-filter', 'form', size)} />,
};
