import type { State } from '../../../state/core/state.ts';
import type { InputDialog } from '../../../state/market/input-dialog.ts';
import { provideInput, provideInputText } from '../../actions/provide-input.ts';
import type { Command } from '../../commands/command.ts';
import { editCommands } from '../edit-commands.ts';

export const marketInputText = {
	title: 'Input for a wallet',
	asset: (asset: string) => `The wallet of ${asset} requires input.`,
	empty: 'Type the input first.',
	sending: 'The input is being sent.',
	hidden: 'The text is not shown, and not kept after it is sent.',
} as const;

function opened({ dialogs }: State): InputDialog | undefined {
	const top = dialogs.at(-1);
	return top?.kind === 'market-input' ? top : undefined;
}

/** Commands of the dialog for the input of a wallet; every other key types. */
export const marketInputCommands: readonly Command[] = [
	{
		id: 'market-input-send',
		scope: 'market-input',
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
	{
		id: 'market-input-cancel',
		scope: 'market-input',
		keys: ['escape'],
		title: 'Cancel',
		hint: 'cancel',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	...editCommands('market-input'),
];
