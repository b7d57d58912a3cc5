import { emptyLine } from '../../../state/dialogs/line-edit.ts';
import type { Command, CommandContext } from '../../commands/command.ts';
import { listKeys, moveCommands } from '../../commands/move-commands.ts';
import { commandsBeneath } from '../../commands/pane-keymap.ts';
import type { Measure } from '../../surfaces/surface.ts';
import { helpLayout, helpRowsOf } from './rows.ts';

function measure({ state, screenRows, screenColumns }: CommandContext): Measure {
	const { lines } = helpLayout(commandsBeneath(state), { ...state, dialogs: [] }, screenColumns);
	return { page: helpRowsOf(screenRows), lines };
}

export const helpCommands: readonly Command[] = [
	{
		id: 'help-close',
		scope: 'help',
		keys: ['escape', 'q', '?', 'f1', 'enter'],
		title: 'Close',
		hint: 'close',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	{
		id: 'help-find',
		scope: 'help',
		keys: ['/', ':', 'ctrl-p'],
		title: 'Find a command by words',
		hint: 'find',
		run: ({ dispatch }) => {
			dispatch({ type: 'close' });
			dispatch({ type: 'open', dialog: { kind: 'palette', line: emptyLine, chosen: 0 } });
		},
	},
	...moveCommands({
		scope: 'help',
		prefix: 'help',
		keys: { ...listKeys, 'page-down': [...listKeys['page-down'], 'space'] },
		hints: { down: 'down', up: 'up' },
		measure,
	}),
];
