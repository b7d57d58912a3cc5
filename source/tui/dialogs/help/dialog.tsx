import type { State } from '../../../state/core/state.ts';
import { obstacle } from '../../commands/command.ts';
import { commandsBeneath } from '../../commands/pane-keymap.ts';
import { Frame } from '../../components/frame.tsx';
import { style, type Theme } from '../../theme/theme.ts';
import { commandSentence } from '../command-sentence.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { scrolledLines } from '../dialog.ts';
import { helpCommands } from './commands.ts';
import { HELP_WIDTH, type HelpLine, type HelpRow, helpLines, helpRows, helpRowsOf } from './rows.ts';

/** Available and unavailable keys of the pane beneath, grouped by scope. */
export function HelpDialog({ dialog, state, theme, width, height }: DialogProps<'help'>) {
	const all = helpLines(commandsBeneath(state), { ...state, dialogs: [] }, width);
	const room = helpRowsOf(height);
	const scroll = Math.max(0, Math.min(dialog.scroll, all.length - room));
	const below = all.length - scroll - room;
	return (
		<Frame
			title={below > 0 ? `Keys (${below} more: ↓)` : 'Keys'}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={HELP_WIDTH}
			lines={all.slice(scroll, scroll + room).map((line) => drawn(line, theme))}
		/>
	);
}

function drawn({ heading, keys = '', text = '', possible }: HelpLine, theme: Theme): string {
	if (heading !== undefined) return style(theme, 'heading', heading);
	return `${style(theme, 'key', keys)} ${style(theme, possible ? 'normal' : 'faint', text)}`;
}

function spokenRow(row: HelpRow, state: State): string {
	if ('heading' in row) return `${row.heading}:`;
	return commandSentence(row.command, row.keys, obstacle(row.command, { ...state, dialogs: [] }));
}

export const helpDialog: DialogSurface<'help'> = {
	kind: 'help',
	title: 'Help',
	commands: helpCommands,
	list: scrolledLines<'help'>(),
	view: HelpDialog,
	spoken: {
		title: () => 'Keys',
		body: (_, state) => helpRows(commandsBeneath(state)).map((row) => spokenRow(row, state)),
		choice: ({ scroll }, state) => {
			const row = helpRows(commandsBeneath(state))[scroll];
			return row ? spokenRow(row, state) : '';
		},
	},
};
