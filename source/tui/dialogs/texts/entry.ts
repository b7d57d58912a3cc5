import type { JournalEntry } from '../../../state/events/journal-entry.ts';
import { goToDownload } from '../../actions/go-to-download.ts';
import { fullEntryText, timeText } from '../../components/entry-text.ts';
import { textDialog } from './text-dialog.tsx';

declare module '../../../state/surfaces/dialogs.ts' {
	interface DialogKinds {
		entry: { readonly kind: 'entry'; readonly entry: JournalEntry; readonly scroll: number };
	}
}

/** The full text of an event. */
export const entryDialog = textDialog('entry', {
	title: 'Event in full',
	heading: ({ entry }) => `${timeText(entry.at)} ${entry.level}`,
	spoken: ({ entry }) => `${timeText(entry.at)}, ${entry.level}`,
	columns: 76,
	text: ({ entry }) => fullEntryText(entry),
	closeKeys: ['escape', 'q', 'v'],
	commands: [
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
	],
});
