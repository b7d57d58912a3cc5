import { emptyLine } from '../../../state/dialogs/line-edit.ts';
import type { CommandContext } from '../../commands/command.ts';
import { moveCommands, readingKeys } from '../../commands/move-commands.ts';
import { commandsBeneath } from '../../commands/pane-keymap.ts';
import type { Measure } from '../../surfaces/surface.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { helpLayout, helpRowsOf } from './rows.ts';

function measure({ state, screenRows, screenColumns }: CommandContext): Measure {
	const { lines } = helpLayout(commandsBeneath(state), { ...state, dialogs: [] }, screenColumns);
	return { page: helpRowsOf(screenRows), lines };
}

export const helpCommands = dialogCommands('help', [
	closeCommand('help-close', ['escape', 'q', '?', 'f1', 'enter']),
	{
		id: 'help-find',
		keys: ['/', ':', 'ctrl-p'],
		title: 'Find a command by words',
		hint: 'find',
		run: ({ dispatch }) => {
			dispatch({ type: 'close' });
			dispatch({ type: 'open', dialog: { kind: 'palette', line: emptyLine, chosen: 0 } });
		},
	},
	...moveCommands('help', {
		keys: readingKeys,
		hints: { down: 'down', up: 'up' },
		measure,
	}),
]);
