import { nameOrInfohash } from '../../../format/download-name.ts';
import { openDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type { Command } from '../../commands/command.ts';
import { trackerRemoveText } from './texts.ts';

/** The answers to the question before a tracker is removed. */
export const trackerRemoveCommands: readonly Command[] = [
	{
		id: 'tracker-remove-do',
		scope: 'tracker-remove',
		keys: ['y', 'enter'],
		title: 'Remove it',
		hint: 'remove',
		confirms: true,
		run: ({ state, dispatch, writeAll }) => {
			const dialog = openDialogOf(state, 'tracker-remove');
			dispatch({ type: 'close' });
			if (!dialog) return;
			const { infohash, url } = dialog;
			const name = nameOrInfohash(dialog);
			const doing = trackerRemoveText.doing(name);
			writeAll({
				requests: [
					{
						send: (client) => client.trackers.remove(infohash, [url]),
						doing,
						infohash,
						isDoneIfMissing: true,
					},
				],
				doing,
				done: { level: 'info', text: trackerRemoveText.done(name), infohash },
				stale: ['downloads'],
			});
		},
	},
	{
		id: 'tracker-remove-keep',
		scope: 'tracker-remove',
		keys: ['escape', 'n', 'q'],
		title: 'Keep it',
		hint: 'keep',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
];
