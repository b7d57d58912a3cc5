import { sanitise } from '../../../format/sanitise.ts';
import type { Command, CommandContext } from '../../command.ts';

function remove({ state, dispatch, write }: CommandContext, withData: boolean): void {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'remove') return;
	const { infohash, name } = top.subject;
	dispatch({ type: 'close' });
	const shown = sanitise(name, 200);
	write({
		send: (client) => client.removeDownload({ params: { infohash }, body: { remove_data: withData } }),
		doing: `Removing ${shown}`,
		done: { level: 'info', text: `Removed${withData ? ' with its data' : ''}: ${shown}` },
		stale: ['downloads'],
	});
}

/** The answers to whether a download is to be removed. */
export const removeCommands: readonly Command[] = [
	{
		id: 'remove-keep',
		scope: 'remove',
		keys: ['r'],
		title: 'Remove the download, keep its data',
		hint: 'remove, keep data',
		run: (context) => remove(context, false),
	},
	{
		id: 'remove-data',
		scope: 'remove',
		keys: ['D'],
		title: 'Remove the download and delete its data',
		hint: 'remove, delete data',
		run: (context) => remove(context, true),
	},
	{
		id: 'remove-cancel',
		scope: 'remove',
		keys: ['escape', 'n', 'q'],
		title: 'Leave it',
		hint: 'leave it',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
];
