import type { State } from '../../../state/core/state.ts';
import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { provideInput, provideInputText } from '../../actions/provide-input.ts';
import { closeCommand, dialogCommands, editCommands } from '../dialog-commands.ts';

export const marketInputText = {
	title: 'Input for a wallet',
	asset: (asset: string) => `The wallet of ${asset} requires input.`,
	empty: 'Type the input first.',
	sending: 'The input is being sent.',
	hidden: 'The text is not shown, and not kept after it is sent.',
} as const;

const opened = (state: State) => topDialogOf(state, 'market-input');

/** Commands of the dialog for the input of a wallet; every other key types. */
export const marketInputCommands = dialogCommands('market-input', [
	{
		id: 'market-input-send',
		keys: ['enter'],
		title: 'Send the input to the wallet',
		hint: 'send it',
		when: (state) => {
			if (state.connection.isForeign) return provideInputText.absent;
			const dialog = opened(state);
			if (dialog?.sending !== undefined) return marketInputText.sending;
			return dialog && dialog.line.characters.length === 0 ? marketInputText.empty : true;
		},
		run: (context) => {
			const dialog = opened(context.state);
			if (dialog) provideInput(dialog, context);
		},
	},
	closeCommand('market-input-cancel', ['escape'], 'Cancel'),
	...editCommands('market-input'),
]);
