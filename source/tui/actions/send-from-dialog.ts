import type { Client } from '../../client/client.ts';
import { errorText } from '../../state/connection/error-text.ts';
import { openDialogOf } from '../../state/dialogs/open-dialogs.ts';
import type { News } from '../../state/events/journal.ts';
import type { Dialog } from '../../state/surfaces/dialogs.ts';
import type { QueryName } from '../../state/surfaces/query.ts';
import type { CommandContext } from '../surfaces/command.ts';
import { localErrorText } from './local-error-text.ts';

/** A dialog that stays open until the service accepts its request. */
type SendingDialog = Extract<Dialog, { readonly sending: number | undefined; readonly refusal: string }>;

/** The end of a request: the news of its success, undefined for none, or the refusal of the service. */
export type DialogOutcome = { readonly done: string | undefined } | { readonly refusal: string };

interface DialogRequest {
	readonly doing: string;
	/** Changes the cockpit before the request. */
	readonly before?: ((context: CommandContext) => void) | undefined;
	readonly send: (client: Client) => Promise<DialogOutcome>;
	/** Returns the reason of an error. */
	readonly reasonOf?: (error: unknown) => string;
	/** Whether a refusal that the dialog shows is no event. */
	readonly isPrivate?: boolean;
	readonly stale: readonly QueryName[];
}

/** Sends the request of a dialog. It closes when the service accepted it. Otherwise it shows the reason. */
export function sendFromDialog(
	dialog: SendingDialog,
	{ doing, before, send, reasonOf = localErrorText, isPrivate = false, stale }: DialogRequest,
	context: CommandContext,
): void {
	const { dispatch, write } = context;
	const id = Date.now();
	dispatch({ type: 'replace-dialog', dialog: { ...dialog, sending: id, refusal: '' } });
	before?.(context);
	/** Returns the dialog if it still waits for this answer. */
	const waiting = () => {
		const open = openDialogOf(context.state, dialog.kind);
		return open?.sending === id ? open : undefined;
	};
	const showInDialog = (refusal: string) => {
		const open = waiting();
		if (open) dispatch({ type: 'replace-dialog', dialog: { ...open, sending: undefined, refusal } });
		return open !== undefined;
	};
	const report = (news: News) => dispatch({ type: 'news', news, at: Date.now() });
	const refuse = (refusal: string) => {
		// The dialog shows the reason, if it is still open.
		const quiet = showInDialog(refusal);
		if (!isPrivate) report({ level: 'error', doing, text: refusal, quiet });
		else if (!quiet) report({ level: 'error', text: refusal });
	};
	write({
		send: async (client) => {
			try {
				const outcome = await send(client);
				if ('refusal' in outcome) {
					refuse(outcome.refusal);
					return;
				}
				if (waiting()) dispatch({ type: 'close-dialog', kind: dialog.kind });
				if (outcome.done !== undefined) report({ level: 'success', text: outcome.done });
			} catch (error) {
				refuse(reasonOf(error));
			}
		},
		doing,
		// The request fails without being sent while the release of the service is unknown.
		onEnd: (failure) => {
			if (failure) showInDialog(errorText(failure));
		},
		stale,
	});
}
