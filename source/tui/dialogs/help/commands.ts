import type { Command, CommandContext } from '../../command.ts';
import { helpRowsOf } from './rows.ts';

const scroll =
	(rows: (page: number) => number) =>
	({ dispatch, beneath, screenRows }: CommandContext) => {
		const page = helpRowsOf(screenRows);
		dispatch({ type: 'move', rows: rows(page), page, lines: beneath().length });
	};

export const helpCommands: readonly Command[] = [
	{
		id: 'help-close',
		scope: 'help',
		keys: ['escape', 'q', '?', 'f1', 'enter'],
		title: 'Close',
		hint: 'close',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	{ id: 'help-down', scope: 'help', keys: ['j', 'down'], title: 'Down', hint: 'down', run: scroll(() => 1) },
	{ id: 'help-up', scope: 'help', keys: ['k', 'up'], title: 'Up', hint: 'up', run: scroll(() => -1) },
	{
		id: 'help-page-down',
		scope: 'help',
		keys: ['pagedown', 'space'],
		title: 'A page down',
		run: scroll((page) => page),
	},
	{ id: 'help-page-up', scope: 'help', keys: ['pageup'], title: 'A page up', run: scroll((page) => -page) },
];
