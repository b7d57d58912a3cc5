import { paragraphs } from '../../../format/paragraphs.ts';
import { fullEntryText, timeText } from '../../components/entry-text.ts';
import { type DialogProps, type DialogSurface, scrolledLines } from '../dialog.ts';
import { Dialog, moreBelow, Scrolled } from '../kit/index.ts';
import { entryCommands } from './commands.ts';
import { ENTRY_WIDTH, entryLines, entryRowsOf } from './lines.ts';

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
