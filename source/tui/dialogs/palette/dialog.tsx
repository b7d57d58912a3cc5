import { truncate, width as widthOf } from '../../../format/cells.ts';
import type { State } from '../../../state/state.ts';
import { obstacle } from '../../command.ts';
import { composeLine } from '../../components/compose-line.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { scrollTo } from '../../components/scroll-to.ts';
import { textField } from '../../components/text-field.ts';
import { commandsBeneath, showKey } from '../../keymap.ts';
import { style } from '../../theme/theme.ts';
import type { DialogProps } from '../dialog.ts';
import { findCommands } from './find-commands.ts';

const wanted = 76;
const mostRows = 14;

/** Finds a command by what it does; shows its key, or why it cannot be done now. */
export function PaletteDialog({ dialog, state, theme, width, height }: DialogProps<'palette'>) {
	const inner = innerWidthOf(width, wanted);
	const beneath: State = { ...state, dialogs: [] };
	const found = findCommands(commandsBeneath(state), state);
	const room = Math.max(1, Math.min(mostRows, height - 4));
	// The chosen one is always in view: as far up as it can be.
	const first = scrollTo(Math.max(0, dialog.chosen - room + 1), dialog.chosen, found.length, room);
	const lines = found.slice(first, first + room).map((command, index) => {
		const why = obstacle(command, beneath);
		const keys = command.keys.map(showKey).join(' ');
		const title = why === undefined ? command.title : `${command.title} (${why})`;
		const text = truncate(` ${title}`, inner - widthOf(keys) - 2);
		if (first + index === dialog.chosen) {
			const gap = ' '.repeat(Math.max(1, inner - widthOf(text) - widthOf(keys) - 1));
			return style(theme, 'selected', truncate(`${text}${gap}${keys} `, inner));
		}
		return composeLine(
			theme,
			inner,
			[{ text, token: why === undefined ? 'normal' : 'faint' }],
			[{ text: `${keys} `, token: 'key' }],
		);
	});
	const none = composeLine(theme, inner, [{ text: ' No command is called that.', token: 'faint' }]);
	const drawn = found.length === 0 ? [none] : lines;
	return (
		<Frame
			title="Commands"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={wanted}
			lines={[
				textField(dialog.line.characters, dialog.line.cursor, inner),
				...drawn,
				// Always as high: what is found does not move the line that is typed into.
				...Array<string>(Math.max(0, room - drawn.length)).fill(''),
			]}
		/>
	);
}
