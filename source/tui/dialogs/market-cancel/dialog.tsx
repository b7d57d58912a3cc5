import { cancelRefusal } from '../../../state/market/cancel-dialog.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { Answers, Dialog, Gap, Paragraph } from '../kit/index.ts';
import { marketCancelCommands, orderToCancel } from './commands.ts';
import { cancelDialogText, leftSentences } from './text.ts';

const WIDTH = 70;

/** Asks before an own order is cancelled, and states the effects. */
export function MarketCancelDialog({ dialog, state, ...screen }: DialogProps<'market-cancel'>) {
	const order = orderToCancel(state, dialog);
	const refusal = cancelRefusal(order);
	const question = cancelDialogText.question(order);
	return (
		<Dialog title={cancelDialogText.title} spoken={question} columns={WIDTH} screen={screen}>
			<Paragraph most={3}>{question}</Paragraph>
			<Paragraph isLive>{leftSentences(order)}</Paragraph>
			<Paragraph token="warning" isLive>
				{refusal ?? cancelDialogText.noUndo}
			</Paragraph>
			<Gap />
			<Answers commands={marketCancelCommands} isStacked />
		</Dialog>
	);
}

export const marketCancelDialog: DialogSurface<'market-cancel'> = {
	kind: 'market-cancel',
	title: 'Cancel an order',
	commands: marketCancelCommands,
	showsKeys: true,
	view: MarketCancelDialog,
};
