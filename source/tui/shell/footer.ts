import { shorten, width } from '../../format/cells.ts';
import { oneLine } from '../../format/one-line.ts';
import { sentence } from '../../format/sentence.ts';
import type { State } from '../../state/core/state.ts';
import { current } from '../../state/downloads/downloads.ts';
import type { Journal, JournalEntry } from '../../state/events/journal.ts';
import { obstacle } from '../commands/command.ts';
import { activeCommands, showKey } from '../commands/keymap.ts';
import { type Reachable, withWorkingKeys } from '../commands/scopes.ts';
import { composeLine, type Segment, segmentTarget, widthOf } from '../components/compose-line.ts';
import { entryText } from '../components/entry-text.ts';
import { kept } from '../components/memoize.ts';
import { textField } from '../components/text-field.ts';
import { isInFooter, lineOf } from '../dialogs/registry.ts';
import type { Target } from '../terminal/targets.ts';
import type { Theme, Token } from '../theme/theme.ts';
import { workSegments } from './batch-line.ts';

const noticeTokens: Readonly<Record<JournalEntry['level'], Token>> = {
	info: 'info',
	success: 'good',
	warning: 'warning',
	error: 'bad',
};

const noticeMarks: Readonly<Record<JournalEntry['level'], string>> = {
	info: 'i',
	success: '✓',
	warning: '!',
	error: '✗',
};

/** The two lines at the bottom: what there is to say, and what can be done here. */
export function footerLines(state: State, theme: Theme, columns: number): string[] {
	const said = composeLine(theme, columns, sayings(state, columns));
	const offered = hintLine({ theme, columns, hints: hints(state) });
	const filter = filterLine(state, columns);
	if (filter === undefined) return [said, offered];
	// Why a key does nothing is told where the keys are while the line above is typed into.
	return [filter, state.journal.notice && !isWritten(state.journal) ? said : offered];
}

/** What is at a cell of these lines. */
export function footerTarget(state: State, columns: number, cell: number, line: number): Target | undefined {
	if (line === 1) return segmentTarget(columns, fitting(hints(state).map(hintSegments), columns), [], cell);
	// What was told for the moment alone is not written down there.
	return isWritten(state.journal) ? { kind: 'command', id: 'pane-events' } : undefined;
}

/** Is the notice among what happened? */
function isWritten({ notice, entries }: Journal): boolean {
	// It is one of the last, if it is.
	return notice !== undefined && entries.findLast(({ id }) => id <= notice.id)?.id === notice.id;
}

/** The filter while it is typed. */
function filterLine(state: State, columns: number): string | undefined {
	const top = state.dialogs.at(-1);
	const line = isInFooter(top) ? lineOf(top) : undefined;
	return line && `/${textField(line.characters, line.cursor, columns - 1)}`;
}

/** The newest notice; else why the service does not answer; else what is wrong with the download under the cursor. */
function sayings(state: State, columns: number): Segment[] {
	const { notice } = state.journal;
	const room = columns - 2;
	if (notice) {
		const text = shorten(withRoomFor(entryText(notice, 400), room), room);
		return [{ text: `${noticeMarks[notice.level]} ${text}`, token: noticeTokens[notice.level] }];
	}
	const work = workSegments(state, columns);
	if (work) return work;
	const { failure } = state.connection;
	if (failure) {
		const message = sentence(oneLine(failure.message, 400));
		const all = `${message} ${failure.hint}`;
		return [{ text: `✗ ${width(all) <= room ? all : shorten(message, room)}`, token: 'bad' }];
	}
	const error = state.pane === 'downloads' ? (current(state.downloads)?.error ?? '') : '';
	return error === '' ? [] : [{ text: `✗ ${shorten(oneLine(error, 400), room)}`, token: 'bad' }];
}

/** A text without its last sentences, which say what to do next, as far as it is too wide with them. */
function withRoomFor(text: string, columns: number): string {
	if (width(text) <= columns) return text;
	const end = text.search(/(?<=[.!?]) (?=\p{Lu}[^.!?]*[.!?]?$)/u);
	// A name may have what looks like the end of a sentence: why it failed stands behind the colon.
	const before = end < 0 ? text : text.slice(0, end);
	return end < 0 || (text.includes(': ') && !before.includes(': ')) ? text : withRoomFor(before, columns);
}

/** What can be done now, and is worth a hint. */
function hints(state: State): readonly Reachable[] {
	// A key that a nearer scope has taken does something else here.
	const offered = withWorkingKeys(activeCommands(state)).filter(
		({ command, keys }) =>
			command.hint !== undefined && keys.length > 0 && obstacle(command, state) === undefined,
	);
	const urgent = offered.filter(({ command }) => command.urgent?.(state));
	return sameHints([...urgent, ...offered.filter(({ command }) => !command.urgent)]);
}

/** The same array as long as the same are in it. */
const sameHints = kept((hints: readonly Reachable[]) => hints);

/** A key and what it does. */
function hintSegments({ command: { id, hint }, keys: [key = ''] }: Reachable): Segment[] {
	const target: Target = { kind: 'command', id };
	return [
		{ text: showKey(key), token: 'key', target },
		{ text: ` ${hint}`, target },
	];
}

/** The line of hints; which there are changes seldom. */
const hintLine = kept(
	({ theme, columns, hints }: { theme: Theme; columns: number; hints: readonly Reachable[] }) =>
		composeLine(theme, columns, fitting(hints.map(hintSegments), columns)),
);

/** So many hints at the end stay when room is short: the ways to help and out. */
const STAYING_HINTS = 2;

/** Those of the hints that fit whole, with gaps. The one before those that stay leaves first. */
function fitting(hints: readonly Segment[][], columns: number): Segment[] {
	const left = [...hints];
	const line = () => left.flatMap((hint, index) => (index === 0 ? hint : [{ text: '  ' }, ...hint]));
	while (left.length > 1 && widthOf(line()) > columns) {
		left.splice(Math.max(0, left.length - 1 - STAYING_HINTS), 1);
	}
	return line();
}
