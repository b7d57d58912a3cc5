import { width as widthOf } from '../../../../format/cells.ts';
import type { State } from '../../../../state/core/state.ts';
import { emptyLine } from '../../../../state/surfaces/line-edit.ts';
import { commandSentence } from '../../../dialogs/command-sentence.ts';
import { type DialogProps, type DialogSurface, scrolledLines } from '../../../dialogs/dialog.ts';
import { closeCommand, dialogCommands } from '../../../dialogs/dialog-commands.ts';
import { Dialog, moreBelow, type Piece, Scrolled } from '../../../dialogs/kit/index.ts';
import { type CommandContext, obstacle } from '../../../surfaces/command.ts';
import { moveCommands, readingKeys } from '../../../surfaces/move-commands.ts';
import type { Measure } from '../../../surfaces/surface.ts';
import { withEffectiveKeys } from '../../commands/key-texts.ts';
import { commandsBeneath } from '../../commands/pane-keymap.ts';
import { type HelpLayout, type HelpLine, type HelpRow, helpLayout, helpRows, helpRowsOf } from './rows.ts';

function measure({ state, screenRows, screenColumns }: CommandContext): Measure {
	const { lines } = helpLayout(commandsBeneath(state), { ...state, dialogs: [] }, screenColumns);
	return { page: helpRowsOf(screenRows), lines };
}

const helpCommands = dialogCommands('help', [
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

/** Available and unavailable keys of the pane beneath, by groups, in two columns where they fit. */
export function HelpDialog({ dialog: { scroll }, state, ...screen }: DialogProps<'help'>) {
	const active = commandsBeneath(state);
	const layout = helpLayout(active, { ...state, dialogs: [] }, screen.width);
	const room = helpRowsOf(screen.height);
	return (
		<Dialog title="Keys" place={moreBelow(scroll, layout.lines, room)} columns={layout.cells} screen={screen}>
			<Scrolled
				count={layout.lines}
				lineOf={(index) => piecesOf(layout, index)}
				scroll={scroll}
				most={room}
				speak={() => helpRows(active).map((row) => spokenRow(row, state))}
			/>
		</Dialog>
	);
}

function piecesOf({ columns, columnCells, cells }: HelpLayout, index: number): readonly Piece[] {
	const [left, right] = columns.map((lines) => lines[index]);
	const first = piecesOfLine(left);
	if (columns.length === 1) return first;
	const used = first.reduce((sum, { text }) => sum + widthOf(text), 0);
	return [...first, { text: ' '.repeat(cells - columnCells - used) }, ...piecesOfLine(right)];
}

function piecesOfLine(line: HelpLine | undefined): readonly Piece[] {
	if (line?.heading !== undefined) return [{ text: line.heading, token: 'heading' }];
	const { keys = '', text = '', token = 'key', possible = true } = line ?? {};
	return [
		{ text: keys, token },
		{ text: ` ${text}`, token: possible ? 'normal' : 'faint' },
	];
}

function spokenRow(row: HelpRow, state: State): string {
	if ('heading' in row) return `${row.heading}:`;
	const beneath = { ...state, dialogs: [] };
	const why = obstacle(row.command, beneath);
	return commandSentence(row.command, row.keys, why === undefined ? why : withEffectiveKeys(why, beneath));
}

export const helpDialog: DialogSurface<'help'> = {
	kind: 'help',
	title: 'Help',
	commands: helpCommands,
	list: scrolledLines(),
	view: HelpDialog,
};
