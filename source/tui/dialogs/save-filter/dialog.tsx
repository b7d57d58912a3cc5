import { truncate } from '../../../format/cells.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { lineText } from '../../../state/dialogs/line-edit.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { textField } from '../../components/text-field.ts';
import { style } from '../../theme/theme.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { lineField } from '../dialog.ts';
import { saveFilterCommands } from './commands.ts';

const WANTED_WIDTH = 56;

/** Asks for the name of a filter to save. */
export function SaveFilterDialog({ dialog, state, theme, width, height }: DialogProps<'save-filter'>) {
	const inner = innerWidthOf(width, WANTED_WIDTH);
	const name = lineText(dialog.line).trim();
	const before = state.view.filters.find((saved) => saved.name === name);
	const note = before === undefined ? '' : `It replaces ${sanitise(before.filter, 200)}`;
	return (
		<Frame
			title="Save a filter"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={[
				style(theme, 'match', truncate(sanitise(dialog.filter, inner * 4), inner)),
				'',
				'Its name:',
				textField(dialog.line.characters, dialog.line.cursor, inner),
				style(theme, 'warning', truncate(note, inner)),
			]}
		/>
	);
}

export const saveFilterDialog: DialogSurface<'save-filter'> = {
	kind: 'save-filter',
	title: 'Save a filter',
	commands: saveFilterCommands,
	field: lineField<'save-filter'>(),
	view: SaveFilterDialog,
	spoken: { title: ({ filter }) => `Type a name for the filter ${sanitise(filter, 200)}` },
};
