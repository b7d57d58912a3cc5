import { errorText } from '../../state/connection/error-text.ts';
import type { FormDialog } from '../../state/dialogs/form-dialog.ts';
import { openDialogOf } from '../../state/dialogs/open-dialogs.ts';
import type { CommandContext } from '../commands/command.ts';
import type { FormRequest } from '../dialogs/form/form.ts';
import { localErrorText } from '../dialogs/local-error-text.ts';

export const sendFormText = {
	declined: 'The service reports that it did not do it. Its log may say why.',
} as const;

/** Sends a form. It closes when the service accepted it. Otherwise it keeps its texts and shows the reason. */
export function sendForm(form: FormDialog, request: FormRequest, context: CommandContext): void {
	const { dispatch, write } = context;
	const id = Date.now();
	dispatch({ type: 'replace-dialog', dialog: { ...form, sending: id, refusal: '' } });
	request.before?.(context);
	const waiting = () => {
		const open = openDialogOf(context.state, 'form');
		return open?.sending === id ? open : undefined;
	};
	const showInForm = (refusal: string) => {
		const open = waiting();
		if (open) dispatch({ type: 'replace-dialog', dialog: { ...open, sending: undefined, refusal } });
		return open !== undefined;
	};
	const refuse = (refusal: string) => {
		// The form shows the reason, if it is still open.
		const news = { level: 'error', doing: request.doing, text: refusal, quiet: showInForm(refusal) } as const;
		dispatch({ type: 'news', news, at: Date.now() });
	};
	write({
		send: async (client) => {
			try {
				if (!(await request.send(client))) {
					refuse(sendFormText.declined);
					return;
				}
				if (waiting()) dispatch({ type: 'close-dialog', kind: 'form' });
				const text = typeof request.done === 'function' ? request.done() : request.done;
				if (text === undefined) return;
				dispatch({ type: 'news', news: { level: 'success', text }, at: Date.now() });
			} catch (error) {
				refuse(localErrorText(error));
			}
		},
		doing: request.doing,
		// The request fails without being sent while the release of the service is unknown.
		onEnd: (failure) => {
			if (failure) showInForm(errorText(failure));
		},
		stale: request.stale,
	});
}
