import type { Command, CommandContext } from '../../command.ts';
import { editCommands } from '../edit-commands.ts';

const move =
	(rows: (page: number) => number) =>
	({ dispatch, pageRows }: CommandContext) =>
		dispatch({ type: 'move', rows: rows(pageRows), page: pageRows });

function giveUp({ state, dispatch }: CommandContext): void {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'events-filter') return;
	dispatch({ type: 'journal', what: { type: 'filter', filter: top.before.filter } });
	dispatch({ type: 'journal', what: { type: 'cursor', id: top.before.cursor } });
	dispatch({ type: 'close' });
}

/** What can be done while words are typed that events are to have; every other key types. */
export const eventsFilterCommands: readonly Command[] = [
	{
		id: 'events-filter-keep',
		scope: 'events-filter',
		keys: ['enter'],
		title: 'Keep the filter',
		hint: 'keep',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	{
		id: 'events-filter-undo',
		scope: 'events-filter',
		keys: ['escape'],
		title: 'Leave the events as they were',
		hint: 'leave as it was',
		run: giveUp,
	},
	{
		id: 'events-filter-down',
		scope: 'events-filter',
		keys: ['down', 'ctrl-n'],
		title: 'Down',
		hint: 'down',
		run: move(() => 1),
	},
	{
		id: 'events-filter-up',
		scope: 'events-filter',
		keys: ['up', 'ctrl-p'],
		title: 'Up',
		hint: 'up',
		run: move(() => -1),
	},
	{
		id: 'events-filter-page-down',
		scope: 'events-filter',
		keys: ['pagedown'],
		title: 'A page down',
		run: move((page) => page),
	},
	{
		id: 'events-filter-page-up',
		scope: 'events-filter',
		keys: ['pageup'],
		title: 'A page up',
		run: move((page) => -page),
	},
	...editCommands('events-filter'),
];
