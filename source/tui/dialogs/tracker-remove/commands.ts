import { nameOrInfohash } from '../../../format/download-name.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { trackerRemoveText } from './texts.ts';

/** The answers to the question before a tracker is removed. */
export const trackerRemoveCommands = dialogCommands('tracker-remove', [
	{
		id: 'tracker-remove-do',
		keys: ['y', 'enter'],
		title: 'Remove it',
		hint: 'remove',
		confirms: true,
		run: ({ dispatch, writeAll }, dialog) => {
			dispatch({ type: 'close' });
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
	closeCommand('tracker-remove-keep', ['escape', 'n', 'q'], 'Keep it', 'keep'),
]);
