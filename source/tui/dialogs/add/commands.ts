import type { Client } from '../../../client/client.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { lineText } from '../../../state/line-edit.ts';
import type { State } from '../../../state/state.ts';
import type { Command, CommandContext } from '../../command.ts';
import { editCommands } from '../edit-commands.ts';
import { urisOf } from './uri.ts';

function typed(state: State): string {
	const top = state.dialogs.at(-1);
	return top?.kind === 'add' ? lineText(top.line).trim() : '';
}

/** Of one, the words of the service say what was wrong with it; of several, it is said which. */
function addAll(uris: readonly string[], { write, writeAll }: CommandContext): void {
	const stale = ['downloads'] as const;
	const orders = uris.map((uri) => ({
		send: (client: Client) => client.addDownload({ body: { uri } }),
		doing: `Adding ${sanitise(uri, 200)}`,
	}));
	const [first] = orders;
	if (first && orders.length === 1) {
		const done = { level: 'info', text: `Added: ${sanitise(uris[0] ?? '', 200)}` } as const;
		write({ send: first.send, done, stale });
		return;
	}
	const subject = `${orders.length} downloads`;
	writeAll({ orders, doing: `Adding ${subject}`, done: { level: 'info', text: `Added: ${subject}` }, stale });
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
		run: (context) => {
			const uris = urisOf(typed(context.state));
			context.dispatch({ type: 'close' });
			addAll(uris, context);
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
