import { emptyLine } from '../../../state/line-edit.ts';
import type { Command, CommandContext } from '../../command.ts';
import { helpLines, helpRowsOf } from './rows.ts';

const scroll =
	(rows: (page: number) => number) =>
	({ state, dispatch, beneath, screenRows, screenColumns }: CommandContext) => {
		const page = helpRowsOf(screenRows);
		const lines = helpLines(beneath(), { ...state, dialogs: [] }, screenColumns).length;
		dispatch({ type: 'move', rows: rows(page), page, lines });
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
		id: 'help-find',
		scope: 'help',
		keys: ['/', ':', 'ctrl-p'],
		title: 'Find a command by what it does',
		hint: 'find',
		run: ({ dispatch }) => {
			dispatch({ type: 'close' });
			dispatch({ type: 'open', dialog: { kind: 'palette', line: emptyLine, chosen: 0 } });
		},
	},
	{
		id: 'help-page-down',
		scope: 'help',
		keys: ['pagedown', 'space'],
		title: 'A page down',
		run: scroll((page) => page),
	},
	{ id: 'help-page-up', scope: 'help', keys: ['pageup'], title: 'A page up', run: scroll((page) => -page) },
	{
		id: 'help-first',
		scope: 'help',
		keys: ['g', 'home'],
		title: 'To the first',
		run: scroll(() => Number.NEGATIVE_INFINITY),
	},
	{
		id: 'help-last',
		scope: 'help',
		keys: ['G', 'end'],
		title: 'To the last',
		run: scroll(() => Number.POSITIVE_INFINITY),
	},
];
