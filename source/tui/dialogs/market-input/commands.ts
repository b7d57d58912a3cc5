import { provideInput, provideInputText } from '../../actions/provide-input.ts';
import { closeCommand, dialogCommands, editCommands } from '../dialog-commands.ts';

export const marketInputText = {
	title: 'Input for a wallet',
	asset: (asset: string) => `The wallet of ${asset} requires input.`,
	empty: 'Type the input first.',
	sending: 'The input is being sent.',
	hidden: 'The text is not shown, and not kept after it is sent.',
} as const;

/** Commands of the dialog for the input of a wallet; every other key types. */
export const marketInputCommands = dialogCommands('market-input', [
	{
		id: 'market-input-send',
		keys: ['enter'],
		title: 'Send the input to the wallet',
		hint: 'send it',
		when: ({ connection }, { sending, line }) => {
			if (connection.isForeign) return provideInputText.absent;
			if (sending !== undefined) return marketInputText.sending;
			return line.characters.length === 0 ? marketInputText.empty : true;
		},
		run: (context, dialog) => provideInput(dialog, context),
	},
	closeCommand('market-input-cancel', ['escape'], 'Cancel'),
	...editCommands('market-input'),
]);
