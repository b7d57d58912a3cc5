import { sanitise } from '../../../format/sanitise.ts';
import { type LineMove, lineText } from '../../../state/line-edit.ts';
import type { State } from '../../../state/state.ts';
import type { Command } from '../../command.ts';
import { urisOf } from './uri.ts';

function typed(state: State): string {
	const top = state.dialogs.at(-1);
	return top?.kind === 'add' ? lineText(top.line).trim() : '';
}

const edit = (move: LineMove, keys: readonly string[], title: string): Command => ({
	id: `add-${move}`,
	scope: 'add',
	keys,
	title,
	run: ({ dispatch }) => dispatch({ type: 'edit-line', move }),
});

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
	edit('backspace', ['backspace', 'ctrl-h'], 'Delete the character before the cursor'),
	edit('delete', ['delete', 'ctrl-d'], 'Delete the character at the cursor'),
	edit('left', ['left', 'ctrl-b'], 'One character left'),
	edit('right', ['right', 'ctrl-f'], 'One character right'),
	edit('home', ['home', 'ctrl-a'], 'To the beginning'),
	edit('end', ['end', 'ctrl-e'], 'To the end'),
	edit('delete-word', ['ctrl-w', 'alt-backspace'], 'Delete the word before the cursor'),
	edit('delete-to-start', ['ctrl-u'], 'Delete everything before the cursor'),
	edit('delete-to-end', ['ctrl-k'], 'Delete everything after the cursor'),
];
