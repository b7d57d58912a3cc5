import type { Command, CommandContext } from '../../command.ts';
import { editCommands } from '../edit-commands.ts';

const move =
	(rows: (page: number) => number) =>
	({ dispatch, pageRows }: CommandContext) =>
		dispatch({ type: 'move', rows: rows(pageRows), page: pageRows });

/** What can be done while a filter is being typed; every other key types. */
export const filterCommands: readonly Command[] = [
	{
		id: 'filter-keep',
		scope: 'filter',
		keys: ['enter'],
		title: 'Keep the filter',
		hint: 'keep',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	{
		id: 'filter-undo',
		scope: 'filter',
		keys: ['escape'],
		title: 'Leave the list as it was',
		hint: 'leave as it was',
		run: ({ dispatch }) => dispatch({ type: 'restore-filter' }),
	},
	{
		id: 'filter-down',
		scope: 'filter',
		keys: ['down', 'ctrl-n'],
		title: 'Down',
		hint: 'down',
		run: move(() => 1),
	},
	{ id: 'filter-up', scope: 'filter', keys: ['up', 'ctrl-p'], title: 'Up', hint: 'up', run: move(() => -1) },
	{
		id: 'filter-page-down',
		scope: 'filter',
		keys: ['pagedown'],
		title: 'A page down',
		run: move((page) => page),
	},
	{ id: 'filter-page-up', scope: 'filter', keys: ['pageup'], title: 'A page up', run: move((page) => -page) },
	...editCommands('filter'),
];
