import { sanitise } from '../../../format/sanitise.ts';
import { lineText } from '../../../state/line-edit.ts';
import type { State } from '../../../state/state.ts';
import type { Command } from '../../command.ts';
import { editCommands } from '../edit-commands.ts';
import { urisOf } from './uri.ts';

function typed(state: State): string {
	const top = state.dialogs.at(-1);
	return top?.kind === 'add' ? lineText(top.line).trim() : '';
}

/** What can be done while a download is being added; every other key types. */
export const addCommands: readonly Command[] = [
	{
		id: 'add-confirm',
		scope: 'add',
		keys: ['enter'],
		title: 'Add the download',
		hint: 'add it',
		when: (state) => (typed(state) === '' ? 'There is nothing to add yet.' : true),
		run: ({ state, dispatch, write }) => {
			dispatch({ type: 'close' });
			for (const uri of urisOf(typed(state))) {
				write({
					send: (client) => client.addDownload({ body: { uri } }),
					done: { level: 'info', text: `Added: ${sanitise(uri, 200)}` },
					stale: ['downloads'],
				});
			}
		},
	},
	{
		id: 'add-cancel',
		scope: 'add',
		keys: ['escape'],
		title: 'Leave it',
		hint: 'leave it',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	...editCommands('add'),
];
