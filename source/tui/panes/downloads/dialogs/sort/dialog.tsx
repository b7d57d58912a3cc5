import type { Column } from '../../../../../columns/column.ts';
import type { Download } from '../../../../../protocol/resources/download.ts';
import type { ColumnOrder } from '../../../../../state/list/rows.ts';
import { ordersOf, sortedBy } from '../../../../../state/list/sort.ts';
import { chosenList, type DialogProps, type DialogSurface } from '../../../../dialogs/dialog.ts';
import {
	choosingCommands,
	closeCommand,
	type DialogCommand,
	dialogCommands,
} from '../../../../dialogs/dialog-commands.ts';
import { Choices, Dialog, type Piece } from '../../../../dialogs/kit/index.ts';
import type { CommandContext } from '../../../../surfaces/command.ts';
import { sortColumns, sortKeys } from './sort-columns.ts';

function sort({ state, dispatch }: CommandContext, column: Column<Download> | undefined): void {
	dispatch({ type: 'close' });
	if (column) dispatch({ type: 'sort', sort: sortedBy(column, state.downloads.sort) });
}

const sortCommands = dialogCommands('sort', [
	{
		id: 'sort-chosen',
		keys: ['enter'],
		title: 'Sort by this column, equal rows as before; press again to reverse',
		hint: 'sort',
		run: (context, { chosen }) => sort(context, sortColumns[chosen]),
	},
	...sortColumns.flatMap((column): readonly DialogCommand<'sort'>[] => {
		const key = sortKeys[column.id];
		if (key === undefined) return [];
		const title = `Sort by ${column.title}${column.about === undefined ? '' : `: ${column.about}`}`;
		return [
			{
				id: `sort-column-${column.id}`,
				keys: [key],
				title,
				run: (context) => sort(context, column),
			},
		];
	}),
	{
		id: 'sort-not',
		keys: ['0'],
		title: 'Use the order of the service',
		hint: 'unsorted',
		run: ({ dispatch }) => {
			dispatch({ type: 'close' });
			dispatch({ type: 'sort', sort: undefined });
		},
	},
	closeCommand('sort-close', ['escape', 'q'], 'Cancel'),
	...choosingCommands('sort', () => sortColumns.length),
]);

/** Returns '↓ greatest first' for the first sort column, 'then ↑' for the following ones. */
function orderPiece(orders: readonly ColumnOrder[], id: string): readonly Piece[] {
	const at = orders.findIndex(({ column }) => column === id);
	const order = orders[at];
	if (!order) return [];
	const way = order.descending ? (at === 0 ? '↓ greatest first' : '↓') : '↑';
	return [{ text: at === 0 ? ` ${way} ` : ` then ${way} `, spoken: spokenOrder(order.descending, at) }];
}

function spokenOrder(isDescending: boolean, at: number): string {
	const way = isDescending ? ', the greatest first' : '';
	return at === 0 ? `as now${way}` : `as now for ties${way}`;
}

/** Chooses the sort column of the downloads. */
export function SortDialog({ dialog, state, ...screen }: DialogProps<'sort'>) {
	const { sort } = state.downloads;
	const orders = sort ? ordersOf(sort) : [];
	const { length: count } = sortColumns;
	return (
		<Dialog title="Sort by" place={`${dialog.chosen + 1} of ${count}`} columns={56} screen={screen}>
			<Choices
				count={count}
				chosen={dialog.chosen}
				most={20}
				lineOf={(index) => {
					const { id = '', title = '', about = '' } = sortColumns[index] ?? {};
					return {
						left: [
							{ text: ` ${sortKeys[id] ?? ' '}`, token: 'key', spoken: '' },
							{ text: ` ${title}`, cells: 12, spoken: about === '' ? title.toLowerCase() : '' },
							{ text: ` ${about}`, token: 'faint' },
						],
						right: orderPiece(orders, id),
					};
				}}
			/>
		</Dialog>
	);
}

export const sortDialog: DialogSurface<'sort'> = {
	kind: 'sort',
	title: 'Sort',
	commands: sortCommands,
	list: chosenList(() => sortColumns.length),
	view: SortDialog,
};
