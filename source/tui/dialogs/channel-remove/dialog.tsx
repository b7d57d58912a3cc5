import type { DialogProps, DialogSurface } from '../dialog.ts';
import { Answers, Dialog, Gap, Paragraph } from '../kit/index.ts';
import { channelRemoveCommands } from './commands.ts';
import { channelRemoveText, removalEffect, removalText } from './texts.ts';

const WIDTH = 70;

/** Asks before something is removed from a channel, and states the effects. */
export function ChannelRemoveDialog({
	dialog: { subject },
	state: _,
	...screen
}: DialogProps<'channel-remove'>) {
	const question = channelRemoveText.question(removalText(subject));
	return (
		<Dialog title={channelRemoveText.title} spoken={question} columns={WIDTH} screen={screen}>
			<Paragraph most={4}>{question}</Paragraph>
			<Paragraph token="faint">{removalEffect(subject)}</Paragraph>
			<Gap />
			<Answers commands={channelRemoveCommands} isStacked />
		</Dialog>
	);
}

export const channelRemoveSurface: DialogSurface<'channel-remove'> = {
	kind: 'channel-remove',
	title: 'Remove from a channel',
	commands: channelRemoveCommands,
	showsKeys: true,
	view: ChannelRemoveDialog,
};
