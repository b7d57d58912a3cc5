import type { FormDialog } from '../../../state/dialogs/form-dialog.ts';
import { sendFromDialog } from '../../actions/send-from-dialog.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import type { FormRequest } from './form.ts';

const sendFormText = {
	declined: 'The service reports that it did not do it. Its log may say why.',
} as const;

/** Sends a form, which keeps its texts until the service accepts them. */
export function sendForm(
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
