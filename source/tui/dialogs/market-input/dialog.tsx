import { oneLine } from '../../../format/one-line.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import { editInput } from '../../../state/market/input-dialog.ts';
import { provideInputText } from '../../actions/provide-input.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { Answers, Dialog, Field, Line, Paragraph } from '../kit/index.ts';
import { marketInputCommands, marketInputText } from './commands.ts';

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
