import { layOut } from '../../../columns/layout.ts';
import type { State } from '../../../state/core/state.ts';
import { columnsOf, type Room } from '../../../state/view/view.ts';
import { NAME_SHARE } from '../../components/row-list.tsx';
import { layOutPane } from '../../shell/layout.ts';

/** How wide the columns of the list are on a screen, cells, by their ids; those without room are not there. */
export function shownWidths(
	{ view, details }: State,
	room: Room,
	screenColumns: number,
): ReadonlyMap<string, number> {
	// The height decides nothing about the width of the list.
	const { list } = layOutPane(screenColumns, 0, details.shown === 'full' ? 'split' : details.shown);
	const placed = layOut(columnsOf(view, room), list.width, NAME_SHARE);
	return new Map(placed.map(({ column, width }) => [column.id, width]));
}
