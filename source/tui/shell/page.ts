import type { State } from '../../state/core/state.ts';
import { currentPane } from '../panes/registry.ts';
import type { Measure } from '../surfaces/surface.ts';
import { FOOTER_HEIGHT, HEADER_HEIGHT, SECTION_LINE_HEIGHT } from './layout.ts';

/** Returns the page size of the focused list in the current pane, for a screen of this size. */
export function pageOf(state: State, columns: number, rows: number): Measure {
	const { page, section } = currentPane(state);
	const height = rows - HEADER_HEIGHT - FOOTER_HEIGHT;
	return page(state, columns, section ? height - SECTION_LINE_HEIGHT : height);
}
