import type { Column } from '../../../columns/column.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import { sortedBy } from '../../../state/list/sort.ts';
import type { CommandContext } from '../../commands/command.ts';
import { choosingCommands, closeCommand, type DialogCommand, dialogCommands } from '../dialog-commands.ts';
import { sortColumns, sortKeys } from './sort-columns.ts';

function sort({ state, dispatch }: CommandContext, column: Column<Download> | undefined): void {
	dispatch({ type: 'close' });
	if (column) dispatch({ type: 'sort', sort: sortedBy(column, state.downloads.sort) });
}

/** Commands of the sort dialog. */
export const sortCommands = dialogCommands('sort', [
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
