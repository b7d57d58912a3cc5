import type { State } from '../../../../../state/core/state.ts';
import { columnsOf, type WindowSize } from '../../../../../state/view/view.ts';
import { GUTTER_CELLS } from '../../../../components/draw-row.ts';
import { contentOf, layOutPane, paneArea } from '../../../../components/layout.ts';
import { layOutRow } from '../../../../components/row-list.tsx';

/** Returns the widths of the visible columns by id, cells. */
export function shownWidths(
	{ view, details }: State,
	room: WindowSize,
	screen: { readonly columns: number; readonly rows: number },
): ReadonlyMap<string, number> {
	const area = paneArea(screen.columns, screen.rows);
	const { list } = layOutPane(area, details.shown === 'full' ? 'split' : details.shown);
	// The gutter of the list takes the place of the padding.
	const gutter = list.frame === 'box' ? GUTTER_CELLS : 0;
	const placed = layOutRow(columnsOf(view, room), contentOf(list).width + gutter);
	return new Map(placed.map(({ column, width }) => [column.id, width]));
}
