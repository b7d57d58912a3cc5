import type { State } from '../../../state/core/state.ts';
import {
	chooseNextText,
	type FormDialog,
	focusFormField,
	focusFormNeighbour,
	formText,
} from '../../../state/dialogs/form-dialog.ts';
import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { sendForm } from '../../actions/send-form.ts';
import { type Command, type CommandContext, showRefusal } from '../../commands/command.ts';
import { closeCommand, dialogCommands, editCommands } from '../dialog-commands.ts';
import { type FormFault, isFault } from './form.ts';
import { answerOf, choicesOf, fieldLabel, readForm } from './registry.ts';

export const formRefusals = {
	sending: 'It is being sent.',
	notYet: (label: string, fault: string) => `${label}: ${fault}`,
	onlyField: 'The form has no other field.',
	onlyChoice: 'No other choice is known.',
} as const;

const opened = (state: State) => topDialogOf(state, 'form');

export const formHints = { goTo: (label: string) => `go to ${label}` } as const;

/** Returns whether a form can be sent, or why not. */
export function canSendForm(state: State): true | string {
	const form = opened(state);
	if (!form) return true;
	if (form.sending !== undefined) return formRefusals.sending;
	const read = readForm(form, state);
	return isFault(read) ? formRefusals.notYet(fieldLabel(form, read.field), read.fault) : true;
}

/** Returns the fault of a field that has not the cursor; undefined if there is none. */
function wrongField(form: FormDialog, state: State): FormFault | undefined {
	if (form.sending !== undefined) return undefined;
	const read = readForm(form, state);
	return isFault(read) && read.field !== form.field ? read : undefined;
}

function change({ state, dispatch }: CommandContext, next: (form: FormDialog) => FormDialog): void {
	const form = opened(state);
	if (form) dispatch({ type: 'replace-dialog', dialog: next(form) });
}

function isTyping(state: State): true | string {
	return opened(state)?.sending === undefined ? true : formRefusals.sending;
}

function canSwitch(state: State): true | string {
	const typing = isTyping(state);
	if (typing !== true) return typing;
	return (opened(state)?.fields.length ?? 0) > 1 ? true : formRefusals.onlyField;
}

/** Returns the known texts of the field with the cursor. */
function choices(state: State): readonly string[] {
	const form = opened(state);
	return form ? choicesOf(form, state) : [];
}

function canChoose(state: State): true | string {
	const form = opened(state);
	const typing = isTyping(state);
	if (!form || typing !== true) return typing;
	const known = choices(state);
	if (known.length > 1 || (known.length === 1 && formText(form, form.field) !== known[0])) return true;
	return known.length === 0 && form.fields.length > 1 ? true : formRefusals.onlyChoice;
}

const choose =
	(offset: number): Command['run'] =>
	(context) =>
		change(context, (form) => {
			const known = choicesOf(form, context.state);
			return known.length > 0 ? chooseNextText(form, known, offset) : focusFormNeighbour(form, offset);
		});

/** Commands of a form; every other key types. */
export const formCommands = dialogCommands('form', [
	{
		id: 'form-send',
		keys: ['enter'],
		title: 'Send the form, or move the cursor to the wrong field',
		hint: (state) => {
			const form = opened(state);
			const fault = form && wrongField(form, state);
			if (fault) return formHints.goTo(fieldLabel(form, fault.field));
			return form ? answerOf(form) : '';
		},
		when: (state) => {
			const form = opened(state);
			return form && wrongField(form, state) ? true : canSendForm(state);
		},
		run: (context) => {
			const form = opened(context.state);
			if (!form) return;
			const read = readForm(form, context.state);
			if (isFault(read)) {
				context.dispatch({ type: 'replace-dialog', dialog: focusFormField(form, read.field) });
				showRefusal(formRefusals.notYet(fieldLabel(form, read.field), read.fault), context);
				return;
			}
			if ('open' in read) {
				context.dispatch({ type: 'close' });
				read.open(context);
			} else sendForm(form, read, context);
		},
	},
	{
		id: 'form-next',
		keys: ['tab'],
		title: 'Next field',
		hint: 'next field',
		when: canSwitch,
		run: (context) => change(context, (form) => focusFormNeighbour(form, 1)),
	},
	{
		id: 'form-previous',
		keys: ['shift-tab'],
		title: 'Previous field',
		when: canSwitch,
		run: (context) => change(context, (form) => focusFormNeighbour(form, -1)),
	},
	{
		id: 'form-down',
		keys: ['down', 'ctrl-n'],
		title: 'Next choice of the field, or next field',
		hint: 'choose',
		when: canChoose,
		run: choose(1),
	},
	{
		id: 'form-up',
		keys: ['up', 'ctrl-p'],
		title: 'Previous choice of the field, or previous field',
		when: canChoose,
		run: choose(-1),
	},
	closeCommand('form-cancel', ['escape'], 'Cancel'),
	...editCommands('form', { when: isTyping }),
]);
