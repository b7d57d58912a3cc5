import type { Command, CommandContext } from '../../command.ts';
import { editCommands } from '../edit-commands.ts';

const move =
	(rows: (page: number) => number) =>
	({ dispatch, pageRows }: CommandContext) =>
		dispatch({ type: 'move', rows: rows(pageRows), page: pageRows });

function giveUp({ state, dispatch }: CommandContext): void {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'files-filter') return;
	dispatch({ type: 'details', what: { type: 'files', what: { type: 'filter', filter: top.before } } });
	dispatch({ type: 'close' });
}

/** What can be done while words are typed that files are to have in their paths; every other key types. */
export const filesFilterCommands: readonly Command[] = [
	{
		id: 'files-filter-keep',
		scope: 'files-filter',
		keys: ['enter'],
		title: 'Keep the filter',
		hint: 'keep',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	{
		id: 'files-filter-undo',
		scope: 'files-filter',
		keys: ['escape'],
		title: 'Leave the files as they were shown',
		hint: 'leave as it was',
		run: giveUp,
	},
	{
		id: 'files-filter-down',
		scope: 'files-filter',
		keys: ['down', 'ctrl-n'],
		title: 'Down',
		hint: 'down',
		run: move(() => 1),
	},
	{
		id: 'files-filter-up',
		scope: 'files-filter',
		keys: ['up', 'ctrl-p'],
		title: 'Up',
		hint: 'up',
		run: move(() => -1),
	},
	{
		id: 'files-filter-page-down',
		scope: 'files-filter',
		keys: ['pagedown'],
		title: 'A page down',
		run: move((page) => page),
	},
	{
		id: 'files-filter-page-up',
		scope: 'files-filter',
		keys: ['pageup'],
		title: 'A page up',
		run: move((page) => -page),
	},
	...editCommands('files-filter'),
];
