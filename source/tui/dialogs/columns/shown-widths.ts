import { layOut } from '../../../columns/layout.ts';
import type { State } from '../../../state/core/state.ts';
import { columnsOf, type WindowSize } from '../../../state/view/view.ts';
import { NAME_SHARE } from '../../components/row-list.tsx';
import { layOutPane } from '../../shell/layout.ts';

/** Returns the widths of the visible columns by id, cells. */
export function shownWidths(
	{ view, details }: State,
	room: WindowSize,
	screenColumns: number,
): ReadonlyMap<string, number> {
	// The height has no effect on the width of the list.
	const { list } = layOutPane(screenColumns, 0, details.shown === 'full' ? 'split' : details.shown);
	const placed = layOut(columnsOf(view, room), list.width, NAME_SHARE);
	return new Map(placed.map(({ column, width }) => [column.id, width]));
}
