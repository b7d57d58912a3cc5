import type { State } from '../state/state.ts';
import { footerHeight, headerHeight } from './layout.ts';
import type { Pane } from './panes/pane.ts';
import { panes } from './panes/registry.ts';
import type { Measure } from './surfaces/surface.ts';

/** Size of a page of what has the keys in the shown pane, on a screen of this size. */
export function pageOf(state: State, columns: number, rows: number): Measure {
	const { page }: Pane = panes[state.pane];
	return page(state, columns, rows - headerHeight - footerHeight);
}
