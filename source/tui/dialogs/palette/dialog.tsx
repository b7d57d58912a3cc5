import { truncate, width as widthOf } from '../../../format/cells.ts';
import { wrap } from '../../../format/wrap.ts';
import { replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import { showKey } from '../../commands/show-key.ts';
import { composeLine } from '../../components/compose-line.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { scrollTo } from '../../components/scroll-to.ts';
import { textField } from '../../components/text-field.ts';
import type { TargetAt } from '../../terminal/targets.ts';
import { style, type Theme } from '../../theme/theme.ts';
import { commandSentence } from '../command-sentence.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { chosenList } from '../dialog.ts';
import { paletteCommands } from './commands.ts';
import { type Found, findCommands, nothingFound } from './find-commands.ts';
import { paletteRowsOf } from './rows.ts';

const WANTED_WIDTH = 100;

/** Finds a command by its title; shows its key, or why it is not available. */
export function PaletteDialog({ dialog, state, theme, width, height }: DialogProps<'palette'>) {
	const inner = innerWidthOf(width, WANTED_WIDTH);
	const found = findCommands(state);
	const room = paletteRowsOf(height);
	// The chosen one is always visible; the list scrolls up as far as possible.
	const first = scrollTo(Math.max(0, dialog.chosen - room + 1), dialog.chosen, found.length, room);
	const lines = found
		.slice(first, first + room)
		.map((each, index) => commandLine(each, first + index === dialog.chosen, theme, inner));
	const none = wrap(nothingFound, inner - 1).map((text) =>
		composeLine(theme, inner, [{ text: ` ${text}`, token: 'faint' }]),
	);
	const drawn = found.length === 0 ? none.slice(0, room) : lines;
	const targetAt: TargetAt = (_, line) => {
		const index = first + line - 1;
		const id = line === 0 ? undefined : found[index]?.command.id;
		if (id === undefined) return undefined;
		return { kind: 'row', part: 'dialog', key: id, index, acts: true };
	};
	return (
		<Frame
			title="Commands"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={[
				textField(dialog.line.characters, dialog.line.cursor, inner),
				...drawn,
				// Constant height, so that the text field does not move.
				...Array<string>(Math.max(0, room - drawn.length)).fill(''),
				reasonLine(found[dialog.chosen], theme, inner),
			]}
			targetAt={targetAt}
		/>
	);
}

function commandLine(
	{ command, keys, why }: Found,
	isChosen: boolean,
	theme: Theme,
	columns: number,
): string {
	const shown = keys.map(showKey).join(' ');
	const title = why === undefined ? command.title : `${command.title} (${why})`;
	const text = truncate(` ${title}`, columns - widthOf(shown) - 2);
	if (isChosen) {
		const gap = ' '.repeat(Math.max(1, columns - widthOf(text) - widthOf(shown) - 1));
		return style(theme, 'selected', truncate(`${text}${gap}${shown} `, columns));
	}
	return composeLine(
		theme,
		columns,
		[{ text, token: why === undefined ? 'normal' : 'faint' }],
		[{ text: `${shown} `, token: 'key' }],
	);
}

/** Returns why the chosen command is not available, if its own line cannot show that. */
function reasonLine(chosen: Found | undefined, theme: Theme, columns: number): string {
	if (chosen?.why === undefined) return '';
	return composeLine(theme, columns, [{ text: ` ${truncate(chosen.why, columns - 1)}`, token: 'warning' }]);
}

export const paletteDialog: DialogSurface<'palette'> = {
	kind: 'palette',
	title: 'Command palette',
	commands: paletteCommands,
	list: chosenList<'palette'>((_, state) => findCommands(state).length),
	field: {
		edit: (dialog, state, edit) => replaceTop(state, { ...dialog, line: edit(dialog.line), chosen: 0 }),
	},
	view: PaletteDialog,
	spoken: {
		title: () => 'Commands: type what you want to do',
		choice: ({ chosen }, state) => {
			const found = findCommands(state);
			const one = found[chosen];
			if (!one) return nothingFound;
			return `${commandSentence(one.command, one.keys, one.why)}; ${chosen + 1} of ${found.length}`;
		},
	},
};
