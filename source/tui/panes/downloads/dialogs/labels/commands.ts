import { sanitize } from '../../../../../format/sanitize.ts';
import { nameFault } from '../../../../../protocol/label-name.ts';
import { refusalOf } from '../../../../../state/batch/change.ts';
import type { State } from '../../../../../state/core/state.ts';
import {
	type LabelChoice,
	type LabelsDialog,
	labelChoices,
} from '../../../../../state/dialogs/labels-dialog.ts';
import { topDialogOf } from '../../../../../state/dialogs/open-dialogs.ts';
import { sendChange } from '../../../../actions/send-change.ts';
import { closeCommand, dialogCommands, editCommands } from '../../../../dialogs/dialog-commands.ts';
import { labelTexts } from '../../../../dialogs/form/forms/label.ts';
import { openForm } from '../../../../dialogs/form/registry.ts';
import { moveCommands, typingKeys } from '../../../../surfaces/move-commands.ts';

/** Maximum rows of the list. */
export const MAX_LABEL_ROWS = 12;

export const labelsText = {
	title: 'Label',
	loading: 'Loading the labels…',
	none: 'There is no label yet. Type the name of a new one.',
	create: (name: string) => `New label: ${name}`,
	remove: 'No label',
	current: 'current',
	notOne: 'This is not a label of the service.',
	unchanged: 'The downloads have this label already.',
	removed: (name: string) => `Removed the label ${name}. Its downloads stay.`,
} as const;

/** Returns the chosen entry. */
function chosenLabel(dialog: LabelsDialog): LabelChoice | undefined {
	return labelChoices(dialog)[dialog.chosen];
}

/** Returns the name of an entry; '' for none. Untrusted. */
function nameOf(choice: LabelChoice): string {
	if (choice.kind === 'none') return '';
	return choice.kind === 'new' ? choice.name : choice.label.name;
}

/** Returns why an entry cannot be applied; true if it can. */
function canApply(_: State, dialog: LabelsDialog): true | string {
	const choice = chosenLabel(dialog);
	if (!choice) return dialog.failure || labelsText.none;
	const label = nameOf(choice);
	const fault = label === '' ? undefined : nameFault(label);
	if (fault !== undefined) return fault;
	const { subjects, pending } = dialog;
	const change = { kind: 'label', label } as const;
	return subjects.some((one) => refusalOf(change, one, pending.get(one.infohash)?.change) === undefined)
		? true
		: labelsText.unchanged;
}

function labelUnderCursor(_: State, dialog: LabelsDialog): true | string {
	return chosenLabel(dialog)?.kind === 'label' ? true : labelsText.notOne;
}

/** Commands of the dialog of labels; every other key types. */
export const labelsCommands = dialogCommands('labels', [
	{
		id: 'labels-apply',
		keys: ['enter'],
		title: 'Give the downloads this label',
		hint: 'apply',
		when: canApply,
		run: (context, dialog) => {
			const choice = chosenLabel(dialog);
			if (!choice) return;
			context.dispatch({ type: 'close' });
			sendChange({ kind: 'label', label: nameOf(choice) }, dialog, context);
		},
	},
	{
		id: 'labels-edit',
		keys: ['f2'],
		title: 'Change the name, the destination and the limits of the label',
		hint: 'edit label',
		when: labelUnderCursor,
		run: ({ dispatch }, dialog) => {
			const choice = chosenLabel(dialog);
			if (choice?.kind !== 'label') return;
			const { label } = choice;
			dispatch({ type: 'open', dialog: openForm({ form: 'label', name: label.name }, labelTexts(label)) });
		},
	},
	{
		id: 'labels-remove',
		keys: ['f8'],
		title: 'Remove the label; its downloads stay',
		hint: 'remove label',
		when: labelUnderCursor,
		run: ({ write }, dialog) => {
			const choice = chosenLabel(dialog);
			if (choice?.kind !== 'label') return;
			const { name } = choice.label;
			const shown = sanitize(name, 100);
			write({
				send: (client) => client.removeLabel({ params: { name } }),
				doing: `Removing the label ${shown}`,
				done: { level: 'info', text: labelsText.removed(shown) },
				stale: ['downloads', 'labels:labels'],
			});
		},
	},
	closeCommand('labels-cancel', ['escape'], 'Cancel'),
	...moveCommands('labels', {
		keys: typingKeys,
		measure: ({ state }) => {
			const dialog = topDialogOf(state, 'labels');
			return { page: MAX_LABEL_ROWS, lines: dialog ? labelChoices(dialog).length : 0 };
		},
	}),
	...editCommands('labels'),
]);
