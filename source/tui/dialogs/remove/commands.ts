import type { Command, CommandContext } from '../../command.ts';
import { titleOf } from '../../give-change.ts';

function remove({ state, dispatch, writeAll }: CommandContext, withData: boolean): void {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'remove') return;
	dispatch({ type: 'close' });
	const names = top.subjects.map(titleOf);
	const subject = names.length === 1 ? names[0] : `${names.length} downloads`;
	const data = names.length === 1 ? 'its data' : 'their data';
	writeAll({
		orders: top.subjects.map(({ infohash }, index) => ({
			send: (client) => client.removeDownload({ params: { infohash }, body: { remove_data: withData } }),
			doing: `Removing ${names[index]}`,
			infohash,
			...(names[index] === undefined ? {} : { name: names[index] }),
		})),
		doing: `Removing ${subject}`,
		done: { level: 'info', text: `Removed${withData ? ` with ${data}` : ''}: ${subject}` },
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
		hint: 'remove',
		run: (context) => remove(context, false),
	},
	{
		id: 'remove-data',
		scope: 'remove',
		keys: ['D'],
		title: 'Remove and delete the data',
		hint: 'remove with data',
		run: (context) => remove(context, true),
	},
	{
		id: 'remove-cancel',
		scope: 'remove',
		keys: ['escape', 'n', 'q'],
		title: 'Leave it',
		hint: 'leave',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
];
