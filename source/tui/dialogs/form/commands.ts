import type { State } from '../../../state/core/state.ts';
import {
	chooseNextText,
	type FormDialog,
	focusFormField,
	focusFormNeighbor,
	formText,
} from '../../../state/dialogs/form-dialog.ts';
import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { sendFromDialog } from '../../actions/send-from-dialog.ts';
import { type CommandContext, showRefusal } from '../../surfaces/command.ts';
import { closeCommand, type DialogCommand, dialogCommands, editCommands } from '../dialog-commands.ts';
import { type FormFault, type FormRequest, isFault } from './form.ts';
import { choicesOf, fieldLabel, formOf, readForm } from './registry.ts';

const sendFormText = {
	declined: 'The service reports that it did not do it. Its log may say why.',
} as const;

/** Sends a form, which keeps its texts until the service accepts them. */
function sendForm(
	form: FormDialog,
	{ doing, done, send, stale, before }: FormRequest,
	context: CommandContext,
): void {
	sendFromDialog(
		form,
		{
			doing,
			before,
			send: async (client) => {
				if (!(await send(client, context))) return { refusal: sendFormText.declined };
				return { done: typeof done === 'function' ? done() : done };
			},
			stale,
		},
		context,
	);
}

export const formRefusals = {
	sending: 'It is being sent.',
	notYet: (label: string, fault: string) => `${label}: ${fault}`,
	onlyField: 'The form has no other field.',
	onlyChoice: 'No other choice is known.',
} as const;

const formHints = { goTo: (label: string) => `go to ${label}` } as const;

/** Returns whether a form can be sent, or why not. */
function canSend(state: State, form: FormDialog): true | string {
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

const replaceBy =
	(next: (form: FormDialog, state: State) => FormDialog): DialogCommand<'form'>['run'] =>
	({ state, dispatch }, form) =>
		dispatch({ type: 'replace-dialog', dialog: next(form, state) });

function isTyping(_: State, { sending }: FormDialog): true | string {
	return sending === undefined ? true : formRefusals.sending;
}

function canSwitch(state: State, form: FormDialog): true | string {
	const typing = isTyping(state, form);
	if (typing !== true) return typing;
	return form.fields.length > 1 ? true : formRefusals.onlyField;
}

function canChoose(state: State, form: FormDialog): true | string {
	const typing = isTyping(state, form);
	if (typing !== true) return typing;
	const known = choicesOf(form, state);
	if (known.length > 1 || (known.length === 1 && formText(form, form.field) !== known[0])) return true;
	return known.length === 0 && form.fields.length > 1 ? true : formRefusals.onlyChoice;
}

const choose = (offset: number) =>
	replaceBy((form, state) => {
		const known = choicesOf(form, state);
		return known.length > 0 ? chooseNextText(form, known, offset) : focusFormNeighbor(form, offset);
	});

/** Commands of a form; every other key types. */
export const formCommands = dialogCommands('form', [
	{
		id: 'form-send',
		keys: ['enter'],
		title: 'Send the form, or move the cursor to the wrong field',
		hint: (state) => {
			const form = topDialogOf(state, 'form');
			const fault = form && wrongField(form, state);
			if (fault) return formHints.goTo(fieldLabel(form, fault.field));
			return form ? formOf(form.subject).answer(form.subject) : '';
		},
		when: (state, form) => (wrongField(form, state) ? true : canSend(state, form)),
		run: (context, form) => {
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
		run: replaceBy((form) => focusFormNeighbor(form, 1)),
	},
	{
		id: 'form-previous',
		keys: ['shift-tab'],
		title: 'Previous field',
		when: canSwitch,
		run: replaceBy((form) => focusFormNeighbor(form, -1)),
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
