import type { State } from '../../../state/core/state.ts';
import { obstacle } from '../../commands/command.ts';
import { commandsBeneath } from '../../commands/pane-keymap.ts';
import { commandSentence } from '../command-sentence.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { scrolledLines } from '../dialog.ts';
import { Dialog } from '../kit/dialog.tsx';
import type { Piece } from '../kit/pieces.ts';
import { moreBelow, Scrolled } from '../kit/scrolled.ts';
import { helpCommands } from './commands.ts';
import { HELP_WIDTH, type HelpLine, type HelpRow, helpLines, helpRows, helpRowsOf } from './rows.ts';

/** Available and unavailable keys of the pane beneath, grouped by scope. */
export function HelpDialog({ dialog: { scroll }, state, ...screen }: DialogProps<'help'>) {
	const active = commandsBeneath(state);
	const lines = helpLines(active, { ...state, dialogs: [] }, screen.width);
	const room = helpRowsOf(screen.height);
	return (
		<Dialog title="Keys" place={moreBelow(scroll, lines.length, room)} columns={HELP_WIDTH} screen={screen}>
			<Scrolled
				count={lines.length}
				lineOf={(index) => piecesOf(lines[index])}
				scroll={scroll}
				most={room}
				speak={() => helpRows(active).map((row) => spokenRow(row, state))}
			/>
		</Dialog>
	);
}

function piecesOf(line: HelpLine | undefined): readonly Piece[] {
	if (line?.heading !== undefined) return [{ text: line.heading, token: 'heading' }];
	const { keys = '', text = '', token = 'key', possible = true } = line ?? {};
	return [
		{ text: keys, token },
		{ text: ` ${text}`, token: possible ? 'normal' : 'faint' },
	];
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
};
