import { current } from '../state/downloads.ts';
import type { State } from '../state/state.ts';
import { eventRowsOf, footerHeight, headerHeight, layOutPane, pageRowsOf } from './layout.ts';
import { tabs } from './panes/downloads/tabs/registry.ts';
import type { TabPage } from './panes/downloads/tabs/tab.ts';

/** What the keys for a page move by, on a screen of this size: in the list, or in the tab that has the keys. */
export function pageOf(state: State, columns: number, rows: number): TabPage {
	const { details, pane, downloads } = state;
	const download = current(downloads);
	const { page } = tabs[details.tab];
	if (pane === 'events') return { rows: eventRowsOf(rows) };
	if (pane !== 'downloads' || !details.focused || !download || !page) {
		return { rows: pageRowsOf(columns, rows, details, downloads.view.length) };
	}
	const { width, height } = layOutPane(
		columns,
		rows - headerHeight - footerHeight,
		details.shown,
		downloads.view.length,
	).details;
	const shown = page({ state, download, width, height: height - 1 });
	return { ...shown, rows: Math.max(1, shown.rows) };
}
