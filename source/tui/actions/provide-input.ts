import { sanitize } from '../../format/sanitize.ts';
import { errorText } from '../../state/connection/error-text.ts';
import { openDialogOf } from '../../state/dialogs/open-dialogs.ts';
import { clearedInput, type InputDialog, typedInput } from '../../state/market/input-dialog.ts';
import { marketQueries } from '../../state/market/market-queries.ts';
import type { CommandContext } from '../commands/command.ts';
import { localErrorText } from '../dialogs/local-error-text.ts';

export const provideInputText = {
	sending: (asset: string) => `Sending input to the wallet of ${asset}`,
	accepted: (asset: string) => `The wallet of ${asset} accepted the input.`,
	refused: 'The wallet did not accept the input. Type it again.',
	absent: 'This service offers no way to send input. Enter it in the service itself.',
	hidden: '(hidden)',
} as const;

/**
 * Sends the typed input to the wallet. The text is removed from the dialog at once. It is in no news, because an error of
 * the service may quote it.
 */
export function provideInput(dialog: InputDialog, context: CommandContext): void {
	const { dispatch, write } = context;
	const { asset } = dialog.required;
	const input = typedInput(dialog);
	const id = Date.now();
	dispatch({ type: 'replace-dialog', dialog: { ...clearedInput(dialog), sending: id, refusal: '' } });
	const waiting = () => {
		const open = openDialogOf(context.state, 'market-input');
		return open?.sending === id ? open : undefined;
	};
	const showInDialog = (refusal: string) => {
		const open = waiting();
		if (open) dispatch({ type: 'replace-dialog', dialog: { ...open, sending: undefined, refusal } });
		return open !== undefined;
	};
	const refuse = (refusal: string) => {
		if (!showInDialog(refusal))
			dispatch({ type: 'news', news: { level: 'error', text: refusal }, at: Date.now() });
	};
	write({
		send: async (client) => {
			try {
				const { accepted } = await client.provideInput({ params: { asset }, body: { input } });
				if (!accepted) {
					refuse(provideInputText.refused);
					return;
				}
				if (waiting()) dispatch({ type: 'close-dialog', kind: 'market-input' });
				const text = provideInputText.accepted(sanitize(asset, 20));
				dispatch({ type: 'news', news: { level: 'success', text }, at: Date.now() });
			} catch (error) {
				const isAbsent = error instanceof Error && 'kind' in error && error.kind === 'absent';
				refuse(isAbsent ? provideInputText.absent : withoutInput(localErrorText(error), input));
			}
		},
		doing: provideInputText.sending(sanitize(asset, 20)),
		// The request fails without being sent while the release of the service is unknown.
		onEnd: (failure) => {
			if (failure) showInDialog(errorText(failure));
		},
		stale: marketQueries,
	});
}

/** Returns a text without the input. */
export function withoutInput(text: string, input: string): string {
	const typed = input.trim();
	return typed === ''
		? text
		: text.replaceAll(input, provideInputText.hidden).replaceAll(typed, provideInputText.hidden);
}
