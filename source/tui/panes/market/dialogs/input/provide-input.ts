import { sanitize } from '../../../../../format/sanitize.ts';
import { clearedInput, type InputDialog, typedInput } from '../../../../../state/market/input-dialog.ts';
import { marketQueries } from '../../../../../state/market/market-queries.ts';
import { localErrorText } from '../../../../actions/local-error-text.ts';
import { sendFromDialog } from '../../../../actions/send-from-dialog.ts';
import type { CommandContext } from '../../../../surfaces/command.ts';

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
	const { asset } = dialog.required;
	const shown = sanitize(asset, 20);
	const input = typedInput(dialog);
	sendFromDialog(
		clearedInput(dialog),
		{
			doing: provideInputText.sending(shown),
			send: async (client) => {
				const { accepted } = await client.provideInput({ params: { asset }, body: { input } });
				if (!accepted) return { refusal: provideInputText.refused };
				return { done: provideInputText.accepted(shown) };
			},
			reasonOf: (error) => {
				const isAbsent = error instanceof Error && 'kind' in error && error.kind === 'absent';
				return isAbsent ? provideInputText.absent : withoutInput(localErrorText(error), input);
			},
			isPrivate: true,
			stale: marketQueries,
		},
		context,
	);
}

/** Returns a text without the input. */
export function withoutInput(text: string, input: string): string {
	const typed = input.trim();
	return typed === ''
		? text
		: text.replaceAll(input, provideInputText.hidden).replaceAll(typed, provideInputText.hidden);
}
