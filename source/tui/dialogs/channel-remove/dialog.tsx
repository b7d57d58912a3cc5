import { removeFromChannel } from '../../actions/remove-from-channel.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { Answers, Dialog, Gap, Paragraph } from '../kit/index.ts';
import { channelRemoveText, removalEffect, removalText } from './texts.ts';

/** The answers to the question before something is removed from a channel. */
const channelRemoveCommands = dialogCommands('channel-remove', [
	{
		id: 'channel-remove-do',
		keys: ['y', 'enter'],
		title: 'Remove it',
		hint: 'remove',
		confirms: true,
		run: (context, { subject }) => {
			context.dispatch({ type: 'close' });
			// The entry below the question will be gone.
			if (subject.what === 'entry') context.dispatch({ type: 'close-dialog', kind: 'metadata-entry' });
			removeFromChannel(subject, context);
		},
	},
	closeCommand('channel-remove-keep', ['escape', 'n', 'q'], 'Keep it', 'keep'),
]);

const WIDTH = 70;

/** Asks before something is removed from a channel, and states the effects. */
function ChannelRemoveDialog({ dialog: { subject }, state: _, ...screen }: DialogProps<'channel-remove'>) {
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
