import { oneLine } from '../../../../../format/one-line.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { replaceTop } from '../../../../../state/dialogs/open-dialogs.ts';
import { editInput } from '../../../../../state/market/input-dialog.ts';
import type { DialogProps, DialogSurface } from '../../../../dialogs/dialog.ts';
import { closeCommand, dialogCommands, editCommands } from '../../../../dialogs/dialog-commands.ts';
import { Answers, Dialog, Field, Line, Paragraph } from '../../../../dialogs/kit/index.ts';
import { provideInput, provideInputText } from './provide-input.ts';

export const marketInputText = {
	title: 'Input for a wallet',
	asset: (asset: string) => `The wallet of ${asset} requires input.`,
	empty: 'Type the input first.',
	sending: 'The input is being sent.',
	hidden: 'The text is not shown, and not kept after it is sent.',
} as const;

/** Commands of the dialog for the input of a wallet; every other key types. */
const marketInputCommands = dialogCommands('market-input', [
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

/** Asks for the input of a wallet. A secret is masked. Services of other programs cannot receive it. */
function MarketInputDialog({ dialog, state, ...screen }: DialogProps<'market-input'>) {
	const { required, line, secret, sending, refusal } = dialog;
	const isSending = sending !== undefined;
	const problem = state.connection.isForeign ? provideInputText.absent : oneLine(refusal, 400);
	return (
		<Dialog title={marketInputText.title} columns={70} screen={screen}>
			<Line>{marketInputText.asset(required.asset)}</Line>
			<Paragraph most={4}>{required.question}</Paragraph>
			<Field label="> " spokenLabel={sanitize(required.question, 200)} line={line} />
			<Paragraph leastRows={1} most={3} token={isSending ? 'busy' : 'bad'} isLive>
				{isSending ? marketInputText.sending : problem}
			</Paragraph>
			<Paragraph token="faint">{secret ? marketInputText.hidden : ''}</Paragraph>
			<Answers commands={marketInputCommands} />
		</Dialog>
	);
}

export const marketInputDialog: DialogSurface<'market-input'> = {
	kind: 'market-input',
	title: 'Input for a wallet',
	commands: marketInputCommands,
	showsKeys: true,
	field: {
		refusal: ({ sending }) => (sending === undefined ? undefined : marketInputText.sending),
		edit: (dialog, state, edit) => {
			const edited = editInput(dialog, edit);
			return edited === dialog ? state : replaceTop(state, edited);
		},
	},
	view: MarketInputDialog,
};
