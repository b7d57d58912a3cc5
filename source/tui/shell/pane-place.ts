import type { State } from '../../state/core/state.ts';
import { memoize } from '../components/memoize.ts';
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
export function placePane(
	{ message, details, side }: Pane,
	state: State,
	columns: number,
	rows: number,
): PanePlace {
	const isMessage = message(state) !== undefined;
	const shown = isMessage || !details?.isShown(state) ? 'not' : details.isFull(state) ? 'full' : 'split';
	return place({
		columns,
		rows,
		shown,
		side: isMessage ? undefined : side,
		listRows: details?.rowsOf(state),
	});
}

interface Given {
	readonly columns: number;
	readonly rows: number;
	readonly shown: 'not' | 'split' | 'full';
	readonly side: Pane['side'];
	/** Rows of the list. */
	readonly listRows: number | undefined;
}

/** Called with every key. */
const place = memoize(({ columns, rows, shown, side, listRows }: Given): PanePlace => {
	const area = paneArea(columns, rows);
	const none: PaneArea = { ...area, width: 0, height: 0 };
	if (side && columns >= side.minColumns) {
		const list = { ...area, width: columns - side.columns };
		return { arrangement: 'list', area, list, details: none, side: { ...area, width: side.columns } };
	}
	return { ...layOutPane(area, shown, listRows), area, side: none };
});

/** Returns the content of the list's panel without the line of sections. */
export function belowSections(pane: Pane, { width, height }: Part): Part {
	return { width, height: pane.section ? Math.max(0, height - SECTION_LINE_HEIGHT) : height };
}
