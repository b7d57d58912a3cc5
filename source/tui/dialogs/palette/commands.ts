import { type Command, type CommandContext, runCommand } from '../../command.ts';
import { editCommands } from '../edit-commands.ts';
import { findCommands } from './find-commands.ts';

const found = ({ beneath, state }: CommandContext) => findCommands(beneath(), state);

const choose = (rows: number) => (context: CommandContext) =>
	context.dispatch({ type: 'move', rows, lines: found(context).length });

/** What can be done while a command is looked for; every other key types. */
export const paletteCommands: readonly Command[] = [
	{
		id: 'palette-run',
		scope: 'palette',
		keys: ['enter'],
		title: 'Do it',
		hint: 'do it',
		run: (context) => {
			const top = context.state.dialogs.at(-1);
			const command = top?.kind === 'palette' ? found(context)[top.chosen] : undefined;
			if (!command) return;
			context.dispatch({ type: 'close' });
			runCommand(command, context);
		},
	},
	{
		id: 'palette-close',
		scope: 'palette',
		keys: ['escape'],
		title: 'Close',
		hint: 'close',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	{
		id: 'palette-down',
		scope: 'palette',
		keys: ['down', 'ctrl-n'],
		title: 'Down',
		hint: 'down',
		run: choose(1),
	},
	{ id: 'palette-up', scope: 'palette', keys: ['up', 'ctrl-p'], title: 'Up', hint: 'up', run: choose(-1) },
	...editCommands('palette'),
];
