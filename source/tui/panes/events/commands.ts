import type { Download } from '../../../protocol/resources/download.ts';
import type { State } from '../../../state/core/state.ts';
import { filterLine } from '../../../state/dialogs/filter-line.ts';
import { profileDialog } from '../../../state/dialogs/profile-dialog.ts';
import type { JournalEntry } from '../../../state/events/journal-entry.ts';
import { isSevere } from '../../../state/events/journal-filter.ts';
import { currentEntry, journalCursor } from '../../../state/events/journal-view.ts';
import { goToDownload } from '../../actions/go-to-download.ts';
import { memoize } from '../../components/memoize.ts';
import { type Command, type CommandContext, commandsOf, onSubject } from '../../surfaces/command.ts';

export const eventsText = {
	nothing: 'Nothing has happened yet.',
	noneShown: 'There is no event here.',
	noneSevere: (where: 'before' | 'after') => `There is no warning or error ${where} this.`,
} as const;

const hasEvents = ({ journal }: State) => (journal.entries.length > 0 ? true : eventsText.nothing);
const someShown = ({ journal }: State) => (journal.view.length > 0 ? true : eventsText.noneShown);

function read({ state, dispatch }: CommandContext): void {
	const entry = currentEntry(state.journal);
	if (entry) dispatch({ type: 'open', dialog: { kind: 'entry', entry, scroll: 0 } });
}

const isListed = memoize(({ list, infohash }: { list: readonly Download[]; infohash: string }) =>
	list.some((download) => download.infohash === infohash),
);

/** Returns the hint of the key that goes to the target of an event; '' without a target. */
function targetHint({ journal, downloads: { list } }: State): string {
	const { infohash, profile } = currentEntry(journal) ?? {};
	if (profile) return 'profile';
	return infohash !== undefined && isListed({ list, infohash }) ? 'go to it' : '';
}

/** Returns the next warning or error, up or down. */
function severeEntry({ journal }: State, direction: 'up' | 'down'): JournalEntry | undefined {
	const { view } = journal;
	const at = journalCursor(journal);
	return direction === 'up'
		? view.slice(0, Math.max(0, at)).findLast(isSevere)
		: view.slice(at + 1).find(isSevere);
}

function goToSevere(direction: 'up' | 'down'): Pick<Command, 'when' | 'run'> {
	const where = direction === 'up' ? 'before' : 'after';
	return onSubject(
		(state) => severeEntry(state, direction) ?? eventsText.noneSevere(where),
		({ id }, { dispatch }) => dispatch({ type: 'journal', what: { type: 'cursor', id } }),
	);
}

export const eventCommands = commandsOf('events', [
	{
		id: 'event-download',
		group: 'move',
		keys: ['enter'],
		title: 'Go to the download of the event, show its profile, or read it if it has none',
		hint: targetHint,
		when: someShown,
		run: (context) => {
			const { infohash, profile } = currentEntry(context.state.journal) ?? {};
			if (profile) context.dispatch({ type: 'open', dialog: profileDialog(profile) });
			else if (infohash === undefined) read(context);
			else goToDownload(infohash, context);
		},
	},
	{
		id: 'event-read',
		group: 'view',
		keys: ['v', 'space'],
		title: 'Read the event in full',
		hint: 'read',
		when: someShown,
		run: read,
	},
	{
		id: 'events-filter',
		group: 'view',
		keys: ['/'],
		title: 'Show only events with these words',
		hint: 'filter',
		when: hasEvents,
		run: ({ state, dispatch }) =>
			dispatch({ type: 'open', dialog: { kind: 'events-filter', ...filterLine(state.journal) } }),
	},
	{
		id: 'events-least',
		group: 'view',
		keys: ['l'],
		title: 'Show only notices and worse, then only warnings and errors, then all again',
		hint: 'level',
		when: hasEvents,
		run: ({ dispatch }) => dispatch({ type: 'journal', what: { type: 'least' } }),
	},
	{
		id: 'event-error-before',
		group: 'move',
		keys: ['e'],
		title: 'Go to the previous error or warning',
		hint: 'error',
		...goToSevere('up'),
	},
	{
		id: 'event-error-after',
		group: 'move',
		keys: ['E'],
		title: 'Go to the next error or warning',
		...goToSevere('down'),
	},
	{
		id: 'events-back',
		group: 'view',
		keys: ['escape'],
		title: 'Back: clear the filter, then go to the newest event',
		isSilent: true,
		when: ({ journal }) =>
			journal.filter !== '' || journal.cursor !== undefined
				? true
				: 'No filter to clear; this is the newest event.',
		run: ({ state: { journal }, dispatch }) => {
			if (journal.filter !== '') dispatch({ type: 'journal', what: { type: 'filter', filter: '' } });
			else dispatch({ type: 'journal', what: { type: 'cursor', id: undefined } });
		},
	},
]);
