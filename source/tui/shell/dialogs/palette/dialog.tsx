import { width as widthOf } from '../../../../format/cells.ts';
import { replaceTop } from '../../../../state/dialogs/open-dialogs.ts';
import { commandSentence } from '../../../dialogs/command-sentence.ts';
import { chosenList, type DialogProps, type DialogSurface } from '../../../dialogs/dialog.ts';
import { type ChoiceLine, Choices, Dialog, Field, Line } from '../../../dialogs/kit/index.ts';
import { showKey } from '../../../keys/show-key.ts';
import type { Target } from '../../../terminal/targets.ts';
import { paletteCommands, paletteRowsOf } from './commands.ts';
import { type Found, findCommands, nothingFound } from './find-commands.ts';

/** Finds a command by its title; shows its key, or why it is not available. */
export function PaletteDialog({ dialog, state, ...screen }: DialogProps<'palette'>) {
	const found = findCommands(state);
	return (
		<Dialog title="Commands" spoken="Commands: type what you want to do" columns={100} screen={screen}>
			<Field line={dialog.line} />
			<Choices
				count={found.length}
				chosen={dialog.chosen}
				rows={paletteRowsOf(screen.height)}
				none={nothingFound}
				lineOf={(index, columns) => commandLine(found[index], columns)}
				targetOf={(index) => targetOf(found[index], index)}
			/>
			{/* Its own line may be too short for the reason. */}
			<Line token="warning" spoken="">
				{` ${found[dialog.chosen]?.why ?? ''}`}
			</Line>
		</Dialog>
	);
}

function commandLine(found: Found | undefined, columns: number): ChoiceLine {
	if (!found) return { left: [] };
	const { command, keys, why } = found;
	const shown = keys.map(showKey).join(' ');
	return {
		left: [
			{
				text: ` ${command.title}${why === undefined ? '' : ` (${why})`}`,
				token: why === undefined ? 'normal' : 'faint',
				most: columns - widthOf(shown) - 2,
				cut: 'end',
			},
		],
		right: [{ text: `${shown} `, token: 'key' }],
		spoken: commandSentence(command, keys, why),
	};
}

/** A click runs the command. */
function targetOf(found: Found | undefined, index: number): Target {
	return { kind: 'row', part: 'dialog', key: found?.command.id ?? '', index, acts: true };
}

export const paletteDialog: DialogSurface<'palette'> = {
	kind: 'palette',
	title: 'Command palette',
	commands: paletteCommands,
	list: chosenList((_, state) => findCommands(state).length),
	field: {
		edit: (dialog, state, edit) => replaceTop(state, { ...dialog, line: edit(dialog.line), chosen: 0 }),
	},
	view: PaletteDialog,
};
