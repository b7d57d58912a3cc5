import { sanitise } from '../../../format/sanitise.ts';
import type { Command, CommandContext } from '../../command.ts';

function remove({ state, dispatch, writeAll }: CommandContext, withData: boolean): void {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'remove') return;
	dispatch({ type: 'close' });
	const names = top.subjects.map(({ name }) => sanitise(name, 200));
	writeAll({
		orders: top.subjects.map(({ infohash }, index) => ({
			send: (client) => client.removeDownload({ params: { infohash }, body: { remove_data: withData } }),
			doing: `Removing ${names[index]}`,
		})),
		done: (worked) => ({
			level: 'info',
			text: `Removed${withData ? ' with its data' : ''}: ${names.length === 1 ? names[0] : `${worked} downloads`}`,
		}),
		stale: ['downloads'],
	});
}

/** The answers to whether downloads are to be removed. */
export const removeCommands: readonly Command[] = [
	{
		id: 'remove-keep',
		scope: 'remove',
		keys: ['r'],
		title: 'Remove, keep the data',
		hint: 'remove, keep data',
		run: (context) => remove(context, false),
	},
	{
		id: 'remove-data',
		scope: 'remove',
		keys: ['D'],
		title: 'Remove and delete the data',
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
