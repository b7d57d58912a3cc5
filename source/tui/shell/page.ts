import type { State } from '../../state/core/state.ts';
import { currentPane } from '../panes/registry.ts';
import type { Measure } from '../surfaces/surface.ts';
import { FOOTER_HEIGHT, HEADER_HEIGHT } from './layout.ts';

/** Returns the page size of the focused list in the current pane, for a screen of this size. */
export function pageOf(state: State, columns: number, rows: number): Measure {
	return currentPane(state).page(state, columns, rows - HEADER_HEIGHT - FOOTER_HEIGHT);
}
