import { width as widthOf } from '../../../format/cells.ts';
import { paragraphs } from '../../../format/paragraphs.ts';
import { fullEntryText, timeText } from '../../components/entry-text.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { scrolledLines } from '../dialog.ts';
import { entryCommands } from './commands.ts';
import { ENTRY_WIDTH, entryLines, entryRowsOf } from './lines.ts';

/** The full text of an event. */
export function EntryDialog({ dialog, theme, width, height }: DialogProps<'entry'>) {
	const { entry } = dialog;
	const lines = entryLines(entry, width);
	const room = entryRowsOf(height);
	const scroll = Math.max(0, Math.min(dialog.scroll, lines.length - room));
	const below = lines.length - scroll - room;
	const when = `${timeText(entry.at)} ${entry.level}`;
	// Corner, line and blank surround the title.
	const more = ` (${below} more: ↓)`;
	const fits = widthOf(when + more) <= innerWidthOf(width, ENTRY_WIDTH) - 2;
	const hidden = below > 0 ? (fits ? more : ' ↓') : '';
	return (
		<Frame
			title={when + hidden}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={ENTRY_WIDTH}
			lines={lines.slice(scroll, scroll + room)}
		/>
	);
}

export const entryDialog: DialogSurface<'entry'> = {
	kind: 'entry',
	title: 'Event in full',
	commands: entryCommands,
	list: scrolledLines<'entry'>(),
	view: EntryDialog,
	spoken: {
		title: ({ entry }) => `${timeText(entry.at)}, ${entry.level}`,
		body: ({ entry }) => paragraphs(fullEntryText(entry), Number.POSITIVE_INFINITY),
	},
};
