import { sanitise } from '../../../format/sanitise.ts';
import type { State } from '../../../state/core/state.ts';
import { leastWords } from '../../../state/events/journal-filter.ts';
import { currentEntry, journalCursor } from '../../../state/events/journal-view.ts';
import { entryText } from '../../components/entry-text.ts';
import type { Spoken, SpokenRow } from '../../surfaces/surface.ts';
import type { SpokenPane } from '../pane.ts';

export const spokenEvents: SpokenPane = { situation, view, row };

function situation({ journal: { entries, view: shown } }: State): Spoken {
	if (entries.length === 0) return { id: 'none', lines: () => ['Nothing has happened yet.'] };
	if (shown.length === 0) return { id: 'filtered out', lines: () => ['No event is shown.'] };
	const count = shown.length === 1 ? '1 event' : `${shown.length} events, the newest is the last`;
	return { id: 'rows', lines: () => [`${count}.`] };
}

function view({ journal: { filter, least } }: State): Readonly<Record<string, Spoken>> {
	const told = filter === '' ? 'No filter.' : `Filter: ${sanitise(filter, 200)}.`;
	const only = least === 'all' ? '' : ` Only ${leastWords[least]} are shown.`;
	return { filter: { id: `${least} ${filter}`, lines: () => [`${told}${only}`] } };
}

function row({ journal }: State): SpokenRow | undefined {
	const entry = currentEntry(journal);
	if (!entry) return undefined;
	return {
		// At the end new events arrive by themselves; important ones are notices.
		id: journal.cursor === undefined ? 'the newest' : String(entry.id),
		condition: '',
		lines: () => {
			const time = new Date(entry.at).toTimeString().slice(0, 8);
			const place = `${journalCursor(journal) + 1} of ${journal.view.length}`;
			return [`${time}, ${entry.level}, ${place}: ${entryText(entry, 400)}`];
		},
	};
}
