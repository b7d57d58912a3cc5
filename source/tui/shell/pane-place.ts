import type { State } from '../../state/core/state.ts';
import type { Pane } from '../panes/pane.ts';
import {
	layOutPane,
	type PaneArea,
	type PaneLayout,
	type Part,
	paneArea,
	SECTION_LINE_HEIGHT,
} from './layout.ts';

/** The panels of a pane. */
export interface PanePlace extends PaneLayout {
	/** All of them. */
	readonly area: PaneArea;
	/** The panel at the right of the list; no cells if there is none. */
	readonly side: PaneArea;
}

/** Returns the places of the panels of a pane on a screen of this size. */
export function placePane(pane: Pane, state: State, columns: number, rows: number): PanePlace {
	const area = paneArea(columns, rows);
	const { details, side } = pane;
	const none: PaneArea = { ...area, width: 0, height: 0 };
	if (pane.message(state)) return { ...layOutPane(area, 'not'), area, side: none };
	if (side && columns >= side.minColumns) {
		const list = { ...area, width: columns - side.columns };
		return { arrangement: 'list', area, list, details: none, side: { ...area, width: side.columns } };
	}
	const shown = !details?.isShown(state) ? 'not' : details.isFull(state) ? 'full' : 'split';
	return { ...layOutPane(area, shown, details?.rowsOf(state)), area, side: none };
}

/** Returns the content of the list's panel without the line of sections. */
export function belowSections(pane: Pane, { width, height }: Part): Part {
	return { width, height: pane.section ? Math.max(0, height - SECTION_LINE_HEIGHT) : height };
}
