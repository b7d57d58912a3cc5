import type { State } from '../../../state/state.ts';
import type { Command, CommandContext } from '../../command.ts';
import { leadTo } from '../../lead-to.ts';
import { entryLines, entryRowsOf } from './lines.ts';

const entryOf = ({ dialogs }: State) => {
	const top = dialogs.at(-1);
	return top?.kind === 'entry' ? top.entry : undefined;
};

const scroll =
	(rows: (page: number) => number) =>
	({ state, dispatch, screenRows, screenColumns }: CommandContext) => {
		const entry = entryOf(state);
		const page = entryRowsOf(screenRows);
		if (entry) {
			dispatch({ type: 'move', rows: rows(page), page, lines: entryLines(entry, screenColumns).length });
		}
	};

/** What can be done while an event is read. */
export const entryCommands: readonly Command[] = [
	{
		id: 'entry-close',
		scope: 'entry',
		keys: ['escape', 'q', 'v'],
		title: 'Close',
		hint: 'close',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	{
		id: 'entry-download',
		scope: 'entry',
		keys: ['enter'],
		title: 'Go to the download that it is about',
		hint: 'download',
		when: (state) => (entryOf(state)?.infohash === undefined ? 'This is about no download.' : true),
		run: (context) => {
			const infohash = entryOf(context.state)?.infohash;
			context.dispatch({ type: 'close' });
			if (infohash !== undefined) leadTo(infohash, context);
		},
	},
	{
		id: 'entry-down',
		scope: 'entry',
		keys: ['j', 'down'],
		title: 'Down',
		hint: 'down',
		run: scroll(() => 1),
	},
	{ id: 'entry-up', scope: 'entry', keys: ['k', 'up'], title: 'Up', hint: 'up', run: scroll(() => -1) },
	{
		id: 'entry-page-down',
		scope: 'entry',
		keys: ['pagedown', 'space'],
		title: 'A page down',
		run: scroll((page) => page),
	},
	{
		id: 'entry-page-up',
		scope: 'entry',
		keys: ['pageup'],
		title: 'A page up',
		run: scroll((page) => -page),
	},
];
