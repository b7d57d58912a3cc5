import { paragraphs } from '../../../format/paragraphs.ts';
import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { goToDownload } from '../../actions/go-to-download.ts';
import type { CommandContext } from '../../commands/command.ts';
import { moveCommands, readingKeys } from '../../commands/move-commands.ts';
import { fullEntryText, timeText } from '../../components/entry-text.ts';
import type { Measure } from '../../surfaces/surface.ts';
import { type DialogProps, type DialogSurface, scrolledLines } from '../dialog.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { Dialog, moreBelow, Scrolled } from '../kit/index.ts';
import { ENTRY_WIDTH, entryLines, entryRowsOf } from './lines.ts';

function measure({ state, screenRows, screenColumns }: CommandContext): Measure {
	const entry = topDialogOf(state, 'entry')?.entry;
	const page = entryRowsOf(screenRows);
	return { page, lines: entry ? entryLines(entry, screenColumns).length : 0 };
}

const entryCommands = dialogCommands('entry', [
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

/** The full text of an event. */
export function EntryDialog({ dialog: { entry, scroll }, state: _, ...screen }: DialogProps<'entry'>) {
	const lines = entryLines(entry, screen.width);
	const room = entryRowsOf(screen.height);
	const when = timeText(entry.at);
	return (
		<Dialog
			title={`${when} ${entry.level}`}
			spoken={`${when}, ${entry.level}`}
			place={moreBelow(scroll, lines.length, room)}
			columns={ENTRY_WIDTH}
			screen={screen}
		>
			<Scrolled
				count={lines.length}
				lineOf={(index) => [{ text: lines[index] ?? '' }]}
				scroll={scroll}
				most={room}
				speak={() => paragraphs(fullEntryText(entry), Number.POSITIVE_INFINITY)}
				isReadAtOnce
			/>
		</Dialog>
	);
}

export const entryDialog: DialogSurface<'entry'> = {
	kind: 'entry',
	title: 'Event in full',
	commands: entryCommands,
	list: scrolledLines(),
	view: EntryDialog,
};
