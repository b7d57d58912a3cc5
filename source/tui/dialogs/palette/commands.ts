import { type Command, type CommandContext, refuse } from '../../command.ts';
import { editCommands } from '../edit-commands.ts';
import { findCommands } from './find-commands.ts';
import { paletteRowsOf } from './rows.ts';

const found = ({ commands, state }: CommandContext) => findCommands(commands, state);

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
			const chosen = top?.kind === 'palette' ? found(context)[top.chosen] : undefined;
			if (!chosen) return;
			const { command, why } = chosen;
			context.dispatch({ type: 'close' });
			context.dispatch({ type: 'ran', id: command.id });
			if (why === undefined) command.run(context);
			else refuse(why, context);
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
	{
		id: 'palette-page-down',
		scope: 'palette',
		keys: ['pagedown'],
		title: 'A page down',
		run: (context) => choose(paletteRowsOf(context.screenRows))(context),
	},
	{
		id: 'palette-page-up',
		scope: 'palette',
		keys: ['pageup'],
		title: 'A page up',
		run: (context) => choose(-paletteRowsOf(context.screenRows))(context),
	},
	...editCommands('palette'),
];
