import { oneLine } from '../../../format/one-line.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import { editInput } from '../../../state/market/input-dialog.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { Answers } from '../kit/answers.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Field } from '../kit/field.ts';
import { Line } from '../kit/line.ts';
import { Paragraph } from '../kit/paragraph.ts';
import { marketInputCommands, marketInputText } from './commands.ts';

/** Asks for the input of a wallet. A secret is masked. */
export function MarketInputDialog({ dialog, state: _, ...screen }: DialogProps<'market-input'>) {
	const { required, line, secret, sending, refusal } = dialog;
	const isSending = sending !== undefined;
	return (
		<Dialog title={marketInputText.title} columns={70} screen={screen}>
			<Line>{marketInputText.asset(required.asset)}</Line>
			<Paragraph most={4}>{required.question}</Paragraph>
			<Field label="> " spokenLabel={sanitize(required.question, 200)} line={line} />
			<Paragraph leastRows={1} most={3} token={isSending ? 'busy' : 'bad'} isLive>
				{isSending ? marketInputText.sending : oneLine(refusal, 400)}
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
	field: {
		refusal: ({ sending }) => (sending === undefined ? undefined : marketInputText.sending),
		edit: (dialog, state, edit) => {
			const edited = editInput(dialog, edit);
			return edited === dialog ? state : replaceTop(state, edited);
		},
	},
	view: MarketInputDialog,
};
