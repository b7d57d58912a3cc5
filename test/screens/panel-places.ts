import {
	FOOTER_HEIGHT,
	headerHeight,
	layOutPane,
	type PaneArea,
	paneArea,
} from '../../source/tui/components/layout.ts';
import { insideOf } from '../../source/tui/components/panel-edge.ts';
import type { ScreenSize } from './pressing.ts';
import type { Place } from './shown-list.ts';

type Details = Parameters<typeof layOutPane>[1];

/** Returns the content of a panel whose corner is at a cell. */
function contentAt({ width, height, frame }: PaneArea, left: number, top: number): Place {
	const inside = insideOf({ width, height, frame, padding: 1 });
	const corner = { left: left + inside.left, top: top + inside.top };
	return { ...corner, right: corner.left + inside.width, bottom: corner.top + inside.height };
}

/** Returns the place of the list of downloads on a screen: its titles, and the rows below. */
export function listPlace({ columns, rows }: ScreenSize, details: Details = 'not', count?: number): Place {
	const isWhole = details === 'full';
	const { list } = layOutPane(paneArea(columns, rows, isWhole), details, count);
	return contentAt(list, 0, headerHeight(rows, isWhole));
}

/** Returns the panel of the details on a screen, with its border, and the place of the tab in it. */
export function detailsPlaces(
	{ columns, rows }: ScreenSize,
	details: Details,
	count?: number,
): { readonly panel: Place; readonly tab: Place } {
	const isWhole = details === 'full';
	const { arrangement, list, details: area } = layOutPane(paneArea(columns, rows, isWhole), details, count);
	const left = arrangement === 'beside' ? list.width : 0;
	const top = headerHeight(rows, isWhole) + (arrangement === 'beside' ? 0 : list.height);
	const panel = { left, top, right: left + area.width, bottom: top + area.height };
	return { panel, tab: contentAt(area, left, top) };
}

/** Returns the rows of a screen that shows at least so many rows of the list. */
export function screenRowsFor(count: number): number {
	const rows = count + FOOTER_HEIGHT + 3;
	return rows + headerHeight(rows + headerHeight(Number.POSITIVE_INFINITY));
}
