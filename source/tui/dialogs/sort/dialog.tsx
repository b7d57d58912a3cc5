import { fit } from '../../../format/cells.ts';
import type { Sort } from '../../../state/list/rows.ts';
import { ordersOf } from '../../../state/list/sort.ts';
import { choiceLines, firstChoice } from '../../components/choice-lines.ts';
import type { Segment } from '../../components/compose-line.ts';
import { choiceTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { chosenList } from '../dialog.ts';
import { sortCommands } from './commands.ts';
import { sortColumns, sortKeys } from './sort-columns.ts';

const WANTED_WIDTH = 56;
const MAX_ROWS = 20;

/** Returns '↓ greatest first' for the first sort column, 'then ↑' for the following ones. */
function orderSegments(sort: Sort | undefined, id: string): readonly Segment[] {
	const orders = sort ? ordersOf(sort) : [];
	const at = orders.findIndex(({ column }) => column === id);
	const order = orders[at];
	if (!order) return [];
	const way = order.descending ? (at === 0 ? '↓ greatest first' : '↓') : '↑';
	return [{ text: at === 0 ? ` ${way} ` : ` then ${way} ` }];
}

/** Chooses the sort column of the downloads. */
export function SortDialog({ dialog, state, theme, width, height }: DialogProps<'sort'>) {
	const { sort } = state.downloads;
	const room = Math.max(1, Math.min(MAX_ROWS, height - 6));
	const lines = choiceLines(
		sortColumns,
		dialog.chosen,
		room,
		innerWidthOf(width, WANTED_WIDTH),
		theme,
		({ id, title, about = '' }) => ({
			left: [
				{ text: ` ${sortKeys[id] ?? ' '}`, token: 'key' },
				{ text: ` ${fit(title, 11)} ` },
				{ text: about, token: 'faint' },
			],
			right: orderSegments(sort, id),
		}),
	);
	return (
		<Frame
			title={`Sort by (${dialog.chosen + 1} of ${sortColumns.length})`}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={lines}
			targetAt={choiceTargets({
				above: 0,
				first: firstChoice(dialog.chosen, sortColumns.length, room),
				count: sortColumns.length,
				room,
			})}
		/>
	);
}

export const sortDialog: DialogSurface<'sort'> = {
	kind: 'sort',
	title: 'Sort',
	commands: sortCommands,
	list: chosenList<'sort'>(() => sortColumns.length),
	view: SortDialog,
	spoken: {
		title: () => 'Sort by',
		choice: ({ chosen }, { downloads: { sort } }) => {
			const column = sortColumns[chosen];
			if (!column) return '';
			const now =
				sort?.column === column.id ? `, as now${sort.descending ? ', the greatest first' : ''}` : '';
			return `${column.about ?? column.title.toLowerCase()}${now}; ${chosen + 1} of ${sortColumns.length}`;
		},
	},
};
