import type { State } from '../../state/state.ts';
import { entryText } from '../components/entry-text.ts';
import type { PaneText, SpokenRow, Telling } from './pane-texts.ts';

/** What happened, in words. */
export const eventsText: PaneText = { situation, view: () => ({}), row };

function situation({ journal: { entries } }: State): Telling {
	if (entries.length === 0) return { id: 'none', lines: () => ['Nothing has happened yet.'] };
	const count = entries.length === 1 ? '1 event' : `${entries.length} events, the newest is the last`;
	return { id: 'rows', lines: () => [`${count}.`] };
}

function row({ journal: { entries, scrolledBack } }: State): SpokenRow | undefined {
	const at = entries.length - 1 - scrolledBack;
	const entry = entries[at];
	if (!entry) return undefined;
	return {
		// At the end new ones come by themselves: those worth telling are notices.
		id: scrolledBack === 0 ? 'the newest' : String(entry.id),
		condition: '',
		lines: () => {
			const time = new Date(entry.at).toTimeString().slice(0, 8);
			return [`${time}, ${entry.level}, ${at + 1} of ${entries.length}: ${entryText(entry, 400)}`];
		},
	};
}
