import type { State } from '../../../state/core/state.ts';
import { goToDownload } from '../../actions/go-to-download.ts';
import type { Command, CommandContext } from '../../commands/command.ts';
import { listKeys, moveCommands } from '../../commands/move-commands.ts';
import type { Measure } from '../../surfaces/surface.ts';
import { entryLines, entryRowsOf } from './lines.ts';

const entryOf = ({ dialogs }: State) => {
	const top = dialogs.at(-1);
	return top?.kind === 'entry' ? top.entry : undefined;
};

function measure({ state, screenRows, screenColumns }: CommandContext): Measure {
	const entry = entryOf(state);
	const page = entryRowsOf(screenRows);
	return { page, lines: entry ? entryLines(entry, screenColumns).length : 0 };
}

/** Commands of the dialog of an event. */
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
		title: 'Go to the download of this event',
		hint: 'download',
		when: (state) => (entryOf(state)?.infohash === undefined ? 'This event has no download.' : true),
		run: (context) => {
			const infohash = entryOf(context.state)?.infohash;
			context.dispatch({ type: 'close' });
			if (infohash !== undefined) goToDownload(infohash, context);
		},
	},
	...moveCommands({
		scope: 'entry',
		prefix: 'entry',
		keys: { ...listKeys, 'page-down': [...listKeys['page-down'], 'space'] },
		hints: { down: 'down', up: 'up' },
		measure,
	}),
];
