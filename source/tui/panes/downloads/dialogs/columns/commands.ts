import { downloadPresets, presetAt } from '../../../../../columns/download-presets.ts';
import type { State } from '../../../../../state/core/state.ts';
import { type DialogOf, topDialogOf } from '../../../../../state/dialogs/open-dialogs.ts';
import { type ColumnChange, columnChoices, isNeeded } from '../../../../../state/view/choose-columns.ts';
import { choiceOf } from '../../../../../state/view/view.ts';
import {
	choosingCommands,
	closeCommand,
	type DialogCommand,
	dialogCommands,
} from '../../../../dialogs/dialog-commands.ts';
import type { Command, CommandContext } from '../../../../surfaces/command.ts';
import { shownWidths } from './shown-widths.ts';

type ColumnsDialog = DialogOf<'columns'>;

/** Returns the column under the cursor. */
function chosenIn({ view }: State, { room, chosen }: ColumnsDialog) {
	return columnChoices(choiceOf(view, room))[chosen];
}

const shows = (state: State, dialog: ColumnsDialog) =>
	chosenIn(state, dialog)?.shown ? true : 'This column is hidden. Press space to show it.';

function change(what: ColumnChange): Pick<Command, 'run'> {
	return { run: ({ dispatch }) => dispatch({ type: 'view', what: { type: 'change-column', change: what } }) };
}

function widen(by: number): DialogCommand<'columns'>['run'] {
	return ({ state, dispatch, screenColumns: columns, screenRows: rows }, dialog) => {
		const id = chosenIn(state, dialog)?.id;
		if (id === undefined) return;
		const from = shownWidths(state, dialog.room, { columns, rows }).get(id);
		dispatch({ type: 'view', what: { type: 'change-column', change: { type: 'widen', by, from } } });
	};
}

/** Selects the next preset; after the last one, the user's own columns from before. */
function nextPreset({ state, dispatch }: CommandContext, { room, before }: ColumnsDialog): void {
	const next = presetAt(state.view.columns[room]) + 1;
	const isOwn = presetAt(before) < 0;
	const columns =
		next === downloadPresets.length && isOwn
			? before
			: downloadPresets[next % downloadPresets.length]?.columns;
	dispatch({ type: 'view', what: { type: 'columns', room, columns } });
}

export const columnsCommands = dialogCommands('columns', [
	{
		id: 'columns-toggle',
		keys: ['space', 'x'],
		title: 'Show or hide the column',
		hint: 'show',
		when: (state, dialog) =>
			isNeeded(chosenIn(state, dialog)?.id ?? '') ? 'The name is always shown.' : true,
		...change({ type: 'toggle' }),
	},
	{
		id: 'columns-earlier',
		keys: ['K', 'shift-up'],
		title: 'Move the column to the left',
		hint: 'left',
		when: shows,
		...change({ type: 'move', by: -1 }),
	},
	{
		id: 'columns-later',
		keys: ['J', 'shift-down'],
		title: 'Move the column to the right',
		hint: 'right',
		when: shows,
		...change({ type: 'move', by: 1 }),
	},
	{
		id: 'columns-wider',
		keys: ['+', 'right', 'l'],
		title: 'Make the column wider',
		hint: 'wider',
		when: shows,
		run: widen(1),
	},
	{
		id: 'columns-narrower',
		keys: ['-', 'left', 'h'],
		title: 'Make the column narrower',
		hint: 'narrower',
		when: shows,
		run: widen(-1),
	},
	{
		id: 'columns-natural',
		keys: ['='],
		title: 'Reset the width of the column',
		hint: 'reset',
		when: shows,
		...change({ type: 'natural-width' }),
	},
	{
		id: 'columns-preset',
		keys: ['p'],
		title: `Use the next preset: ${downloadPresets.map(({ name }) => name).join(', ')}`,
		hint: 'preset',
		run: nextPreset,
	},
	closeCommand('columns-keep', ['enter'], 'Apply these columns', 'apply'),
	{
		id: 'columns-undo',
		keys: ['escape', 'q'],
		title: 'Cancel',
		hint: 'cancel',
		run: ({ dispatch }) => dispatch({ type: 'view', what: { type: 'restore-columns' } }),
	},
	...choosingCommands('columns', (state) => {
		const top = topDialogOf(state, 'columns');
		return top ? columnChoices(choiceOf(state.view, top.room)).length : 0;
	}),
]);
