import type { State } from '../../state/core/state.ts';
import {
	layOutPane,
	type PaneArea,
	type PaneLayout,
	type Part,
	paneArea,
	SECTION_LINE_HEIGHT,
} from '../components/layout.ts';
import { memoize } from '../components/memoize.ts';
import type { Pane } from '../surfaces/pane.ts';

/** The panels of a pane. */
interface PanePlace extends PaneLayout {
	/** All of them. */
	readonly area: PaneArea;
	/** The panel at the right of the list; no cells if there is none. */
	readonly side: PaneArea;
}

/** Returns the places of the panels of a pane on a screen of this size. */
export function placePane(pane: Pane, state: State, columns: number, rows: number): PanePlace {
	return place({
		columns,
		rows,
		shown: detailsOf(pane, state),
		side: pane.message(state) ? undefined : pane.side,
		listRows: pane.details?.rowsOf(state),
	});
}

/** Returns how the details of a pane are shown: not at all, with the list, or in the whole window. */
export function detailsOf({ message, details }: Pane, state: State): 'not' | 'split' | 'full' {
	if (!details?.isShown(state) || message(state)) return 'not';
	return details.isFull(state) ? 'full' : 'split';
}

interface Given {
	readonly columns: number;
	readonly rows: number;
	readonly shown: ReturnType<typeof detailsOf>;
	readonly side: Pane['side'];
	/** Rows of the list. */
	readonly listRows: number | undefined;
}

/** Called with every key. */
const place = memoize(({ columns, rows, shown, side, listRows }: Given): PanePlace => {
	const area = paneArea(columns, rows, shown === 'full');
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
