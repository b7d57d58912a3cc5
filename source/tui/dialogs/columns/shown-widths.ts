import type { State } from '../../../state/core/state.ts';
import { columnsOf, type WindowSize } from '../../../state/view/view.ts';
import { layOutRow } from '../../components/row-list.tsx';
import { contentOf, layOutPane, paneArea } from '../../shell/layout.ts';

/** Returns the widths of the visible columns by id, cells. */
export function shownWidths(
	{ view, details }: State,
	room: WindowSize,
	screen: { readonly columns: number; readonly rows: number },
): ReadonlyMap<string, number> {
	const area = paneArea(screen.columns, screen.rows);
	const { list } = layOutPane(area, details.shown === 'full' ? 'split' : details.shown);
	const placed = layOutRow(columnsOf(view, room), contentOf(list).width);
	return new Map(placed.map(({ column, width }) => [column.id, width]));
}
