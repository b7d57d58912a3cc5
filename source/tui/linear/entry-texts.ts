import { paragraphs } from '../../format/paragraphs.ts';
import type { Dialog } from '../../state/dialogs.ts';
import { currentEntry } from '../../state/journal-view.ts';
import type { State } from '../../state/state.ts';
import { entryText, entryWords, momentText } from '../components/entry-text.ts';

type Entry = Extract<Dialog, { kind: 'entry' }>;

/** All that there is to read of an event. */
export const entryDialogText = {
	title: ({ entry }: Entry) => `${momentText(entry.at)}, ${entry.level}`,
	body: ({ entry }: Entry) => paragraphs(entryWords(entry), Number.POSITIVE_INFINITY),
};

/** What is found of the events while words are typed. */
export const eventsFilterText = {
	title: () => 'Filter: type words of the events',
	choice: (_: unknown, { journal }: State) => {
		const entry = currentEntry(journal);
		const shown = `${journal.view.length} of ${journal.entries.length} shown`;
		return entry ? `${shown}, on ${entryText(entry, 300)}` : shown;
	},
};
