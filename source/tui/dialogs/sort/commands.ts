import type { Column } from '../../../columns/column.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import { sortedBy } from '../../../state/list/sort.ts';
import type { Command, CommandContext } from '../../commands/command.ts';
import { choosingCommands } from '../choosing-commands.ts';
import { sortColumns, sortKeys } from './sort-columns.ts';

function sort({ state, dispatch }: CommandContext, column: Column<Download> | undefined): void {
	dispatch({ type: 'close' });
	if (column) dispatch({ type: 'sort', sort: sortedBy(column, state.downloads.sort) });
}

/** Commands of the sort dialog. */
export const sortCommands: readonly Command[] = [
	{
		id: 'sort-chosen',
		scope: 'sort',
		keys: ['enter'],
		title: 'Sort by this column, equal rows as before; press again to reverse',
		hint: 'sort',
		run: (context) => {
			const top = context.state.dialogs.at(-1);
			if (top?.kind === 'sort') sort(context, sortColumns[top.chosen]);
		},
	},
	...sortColumns.flatMap((column): readonly Command[] => {
		const key = sortKeys[column.id];
		if (key === undefined) return [];
		const title = `Sort by ${column.title}${column.about === undefined ? '' : `: ${column.about}`}`;
		return [
			{
				id: `sort-column-${column.id}`,
				scope: 'sort',
				keys: [key],
				title,
				run: (context) => sort(context, column),
			},
		];
	}),
	{
		id: 'sort-not',
		scope: 'sort',
		keys: ['0'],
		title: 'Use the order of the service',
		hint: 'unsorted',
		run: ({ dispatch }) => {
			dispatch({ type: 'close' });
			dispatch({ type: 'sort', sort: undefined });
		},
	},
	{
		id: 'sort-close',
		scope: 'sort',
		keys: ['escape', 'q'],
		title: 'Cancel',
		hint: 'cancel',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	...choosingCommands('sort', () => sortColumns.length),
];
