import type { State } from '../../../state/core/state.ts';
import type { ChannelRemoveDialog } from '../../../state/dialogs/channel-remove-dialog.ts';
import { removeFromChannel } from '../../actions/remove-from-channel.ts';
import type { Command } from '../../commands/command.ts';

function opened({ dialogs }: State): ChannelRemoveDialog | undefined {
	const top = dialogs.at(-1);
	return top?.kind === 'channel-remove' ? top : undefined;
}

/** The answers to the question before something is removed from a channel. */
export const channelRemoveCommands: readonly Command[] = [
	{
		id: 'channel-remove-do',
		scope: 'channel-remove',
		keys: ['y', 'enter'],
		title: 'Remove it',
		hint: 'remove',
		confirms: true,
		run: (context) => {
			const subject = opened(context.state)?.subject;
			context.dispatch({ type: 'close' });
			if (!subject) return;
			// The entry below the question will be gone.
			if (subject.what === 'entry') context.dispatch({ type: 'close-dialog', kind: 'metadata-entry' });
			removeFromChannel(subject, context);
		},
	},
	{
		id: 'channel-remove-keep',
		scope: 'channel-remove',
		keys: ['escape', 'n', 'q'],
		title: 'Keep it',
		hint: 'keep',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
];
