import { sanitize } from '../../../format/sanitize.ts';
import { lineText } from '../../../state/dialogs/line-edit.ts';
import type { DialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { type DialogProps, type DialogSurface, lineField } from '../dialog.ts';
import { closeCommand, dialogCommands, editCommands } from '../dialog-commands.ts';
import { Dialog, Field, Gap, Line } from '../kit/index.ts';

export const saveFilterText = {
	title: 'Save a filter',
	saved: (name: string) => `Saved the filter ${name}. Press F to use it.`,
} as const;

/** Returns the typed name. */
const nameIn = ({ line }: DialogOf<'save-filter'>) => lineText(line).trim();

/** Commands of the dialog that names a filter; every other key types. */
const saveFilterCommands = dialogCommands('save-filter', [
	{
		id: 'save-filter-save',
		keys: ['enter'],
		title: 'Save the filter under this name',
		hint: 'save',
		when: (_, dialog) => (nameIn(dialog) === '' ? 'Type a name for the filter.' : true),
		run: ({ state, dispatch }, dialog) => {
			const name = nameIn(dialog);
			dispatch({ type: 'close' });
			dispatch({ type: 'view', what: { type: 'save-filter', name, filter: dialog.filter } });
			// After naming, the filter line closes too, so that the notice is visible and the next keys are commands.
			if (state.dialogs.at(-2)?.kind === 'filter') {
				dispatch({ type: 'close' });
				dispatch({ type: 'view', what: { type: 'filter-used' } });
			}
			const text = saveFilterText.saved(sanitize(name, 60));
			dispatch({ type: 'news', news: { level: 'success', text }, at: Date.now() });
		},
	},
	closeCommand('save-filter-leave', ['escape'], 'Cancel'),
	...editCommands('save-filter'),
]);

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
