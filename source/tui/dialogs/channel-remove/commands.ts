import { removeFromChannel } from '../../actions/remove-from-channel.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';

/** The answers to the question before something is removed from a channel. */
export const channelRemoveCommands = dialogCommands('channel-remove', [
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
