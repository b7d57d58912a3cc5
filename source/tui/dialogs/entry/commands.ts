import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { goToDownload } from '../../actions/go-to-download.ts';
import type { CommandContext } from '../../commands/command.ts';
import { moveCommands, readingKeys } from '../../commands/move-commands.ts';
import type { Measure } from '../../surfaces/surface.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { entryLines, entryRowsOf } from './lines.ts';

function measure({ state, screenRows, screenColumns }: CommandContext): Measure {
	const entry = topDialogOf(state, 'entry')?.entry;
	const page = entryRowsOf(screenRows);
	return { page, lines: entry ? entryLines(entry, screenColumns).length : 0 };
}

/** Commands of the dialog of an event. */
export const entryCommands = dialogCommands('entry', [
	closeCommand('entry-close', ['escape', 'q', 'v']),
	{
		id: 'entry-download',
		keys: ['enter'],
		title: 'Go to the download of this event',
		hint: 'download',
		when: (_, { entry }) => (entry.infohash === undefined ? 'This event has no download.' : true),
		run: (context, { entry: { infohash } }) => {
			context.dispatch({ type: 'close' });
			if (infohash !== undefined) goToDownload(infohash, context);
		},
	},
	...moveCommands('entry', {
		keys: readingKeys,
		hints: { down: 'down', up: 'up' },
		measure,
	}),
]);
