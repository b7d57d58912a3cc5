import { lineText } from '../../../state/dialogs/line-edit.ts';
import { type DialogProps, type DialogSurface, lineField } from '../dialog.ts';
import { Dialog, Field, Gap, Line } from '../kit/index.ts';
import { saveFilterCommands, saveFilterText } from './commands.ts';

/** Asks for the name of a filter to save. */
export function SaveFilterDialog({ dialog, state, ...screen }: DialogProps<'save-filter'>) {
	const name = lineText(dialog.line).trim();
	const before = state.view.filters.find((saved) => saved.name === name);
	return (
		<Dialog title={saveFilterText.title} columns={56} screen={screen}>
			<Line token="match">{dialog.filter}</Line>
			<Gap />
			<Line>Its name:</Line>
			<Field line={dialog.line} />
			<Line token="warning" isLive>
				{before === undefined ? '' : `It replaces ${before.filter}`}
			</Line>
		</Dialog>
	);
}

export const saveFilterDialog: DialogSurface<'save-filter'> = {
	kind: 'save-filter',
	title: saveFilterText.title,
	commands: saveFilterCommands,
	field: lineField(),
	view: SaveFilterDialog,
};
