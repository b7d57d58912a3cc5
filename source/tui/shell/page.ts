import type { State } from '../../state/core/state.ts';
import { contentOf } from '../components/layout.ts';
import type { Measure } from '../surfaces/surface.ts';
import { belowSections, placePane } from './pane-place.ts';
import { currentPane } from './panes.ts';

/** Returns the page size of the focused list in the current pane, for a screen of this size. */
export function pageOf(state: State, columns: number, rows: number): Measure {
	const pane = currentPane(state);
	const place = placePane(pane, state, columns, rows);
	if (pane.details?.hasFocus(state)) {
		const { width, height } = contentOf(place.details);
		return pane.details.page(state, width, height, place.details.frame);
	}
	const { width, height } = belowSections(pane, contentOf(place.list));
	return pane.page(state, width, height);
}
