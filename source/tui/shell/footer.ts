import { shorten, width } from '../../format/cells.ts';
import { oneLine } from '../../format/one-line.ts';
import { sentence } from '../../format/sentence.ts';
import { declaredKeys } from '../../state/core/keys.ts';
import type { State } from '../../state/core/state.ts';
import type { Journal, Notice } from '../../state/events/journal.ts';
import type { JournalEntry } from '../../state/events/journal-entry.ts';
import { composeLine, type Segment, segmentTarget, widthOf } from '../components/compose-line.ts';
import { entryText } from '../components/entry-text.ts';
import { memoize } from '../components/memoize.ts';
import { textField } from '../components/text-field.ts';
import { type Command, hintOf, obstacle } from '../surfaces/command.ts';
import type { Target } from '../terminal/targets.ts';
import type { Theme, Token } from '../theme/theme.ts';
import { batchSegments } from './batch-line.ts';
import { withEffectiveKeys } from './commands/key-texts.ts';
import { activeCommands, showKey } from './commands/keymap.ts';
import { noticeScope, type Reachable, withWorkingKeys } from './commands/scopes.ts';
import { isInFooter, lineOf, showsKeys } from './dialogs.ts';
import { shortenNotice, wrapNotice } from './notice-text.ts';
import { detailsHaveFocus } from './pane-focus.ts';
import { currentPane, journalPane } from './panes.ts';

const noticeTokens: Readonly<Record<JournalEntry['level'], Token>> = {
	info: 'info',
	success: 'good',
	warning: 'warning',
	error: 'bad',
};

const noticeSigns: Readonly<Record<JournalEntry['level'], string>> = {
	info: '•',
	success: '✓',
	warning: '!',
	error: '✗',
};

/** Cells of the sign of a notice, and maximum characters of its text. */
const SIGN_CELLS = 2;
const MAX_NOTICE_LENGTH = 2_000;

/**
 * Returns the two lines at the bottom: notices, and available commands. `rested`: the state at the last row on which the
 * cursor rested. The commands are those of that row, so that they do not flicker while the cursor moves.
 */
export function footerLines(state: State, theme: Theme, columns: number, rested = state): string[] {
	const said = noticeLineOf({ theme, columns, segments: noticeSegments(state, columns) });
	const { hints: shown, words } = shownHints(state, rested);
	const offered = hintLine({ theme, columns, hints: shown, words });
	const filter = filterLine(state, columns);
	if (filter === undefined) return [said, offered];
	// While the upper line is a text field, a refusal replaces the keys.
	return [filter, state.journal.notice && !isInEvents(state.journal) ? said : offered];
}

/** Returns the target of a cell of these lines. */
export function footerTarget(
	state: State,
	columns: number,
	cell: number,
	line: number,
	rested = state,
): Target | undefined {
	if (line !== 1) return noticeTarget(state);
	const { hints: shown, words } = shownHints(state, rested);
	return segmentTarget(fittingHints({ hints: shown, words, columns }), cell);
}

function shownHints(state: State, rested: State): Pick<HintLine, 'hints' | 'words'> {
	// Other keys work at once, and so do their hints.
	return hintsOf({ state: activeCommands(rested) === activeCommands(state) ? rested : state });
}

const hintsOf = memoize(({ state }: { readonly state: State }): Pick<HintLine, 'hints' | 'words'> => {
	const shown = hints(state);
	return { hints: shown, words: wordsOf(shown, state) };
});

/** Returns the target of a notice. */
export function noticeTarget(state: State): Target | undefined {
	const notice = noticeScope(state);
	if (notice) return { kind: 'command', id: notice === 'notice' ? 'notice-profile' : 'notice-input' };
	// Transient notices are not in the journal.
	return journalPane && isInEvents(state.journal)
		? { kind: 'command', id: `pane-${journalPane.id}` }
		: undefined;
}

/** Whether the notice is among the events. */
function isInEvents({ notice, entries }: Journal): boolean {
	// If so, it is one of the latest.
	return notice !== undefined && entries.findLast(({ id }) => id <= notice.id)?.id === notice.id;
}

/** Returns the filter while it is typed. */
function filterLine(state: State, columns: number): string | undefined {
	const top = state.dialogs.at(-1);
	const line = isInFooter(top) ? lineOf(top) : undefined;
	return line && `/${textField(line.characters, line.cursor, columns - 1)}`;
}

/** Lines of the newest notice without their sign; one or two. */
const noticeLines = memoize(({ notice, columns }: { notice: Notice; columns: number }) =>
	wrapNotice(entryText(notice, MAX_NOTICE_LENGTH), columns - SIGN_CELLS),
);

/** Returns the newest notice. A refusal of a pane names the effective keys; one of a dialog has no other keys. */
function namedNotice(state: State): Notice | undefined {
	const { notice } = state.journal;
	if (!notice?.refusal || state.keys === declaredKeys || state.dialogs.length > 0) return notice;
	return { ...notice, text: withEffectiveKeys(notice.text, state) };
}

/** Returns a line of the notice. Only the first one has a sign. */
function noticeLine(notice: Notice, text: string, isFirst: boolean): Segment[] {
	const sign = isFirst ? noticeSigns[notice.level] : ' ';
	return [{ text: `${sign} ${text}`, token: noticeTokens[notice.level] }];
}

/**
 * Returns the first line of a notice that needs two. It covers the line above the footer while it is visible.
 * Undefined for a notice of one line, and while the footer has a text field.
 */
export function coveringLine(state: State, theme: Theme, columns: number): string | undefined {
	const notice = namedNotice(state);
	if (!notice || isInFooter(state.dialogs.at(-1))) return undefined;
	const [first = '', second] = noticeLines({ notice, columns });
	return second === undefined ? undefined : composeLine(theme, columns, noticeLine(notice, first, true));
}

/** Mostly there is no notice. */
const noSegments: Segment[] = [];

const noticeLineOf = memoize(
	({ theme, columns, segments }: { theme: Theme; columns: number; segments: Segment[] }) =>
		composeLine(theme, columns, segments),
);

/**
 * Returns the newest notice, or its second line; else the failure of the service; else the error of the row under the
 * cursor.
 */
function noticeSegments(state: State, columns: number): Segment[] {
	const notice = namedNotice(state);
	const room = columns - SIGN_CELLS;
	if (notice) {
		const [first = '', second] = noticeLines({ notice, columns });
		if (second === undefined) return noticeLine(notice, first, true);
		if (!isInFooter(state.dialogs.at(-1))) return noticeLine(notice, second, false);
		return noticeLine(notice, shortenNotice(entryText(notice, MAX_NOTICE_LENGTH), room), true);
	}
	const work = batchSegments(state, columns);
	if (work) return work;
	const { failure } = state.connection;
	if (failure) {
		const message = sentence(oneLine(failure.message, 400));
		const all = `${message} ${failure.hint}`;
		return [{ text: `✗ ${width(all) <= room ? all : shorten(message, room)}`, token: 'bad' }];
	}
	const error = currentPane(state).list.describe(state).error();
	return error === '' ? noSegments : [{ text: `✗ ${shorten(oneLine(error, 400), room)}`, token: 'bad' }];
}

/** Returns the available commands that have a hint, without those that the dialog shows. */
function hints(state: State): readonly Reachable[] {
	const top = state.dialogs.at(-1);
	const shownScope = showsKeys(top) ? top?.kind : undefined;
	const offered = withHints(activeCommands(state)).filter(
		({ command }) =>
			command.scope !== shownScope && hintOf(command, state) !== '' && obstacle(command, state) === undefined,
	);
	return ordered({
		offered: sameOffered(offered),
		urgent: sameUrgent(offered.filter(({ command }) => command.urgent?.(state))),
		isInDetails: detailsHaveFocus(state),
	});
}

/** These return the same array while its elements are the same. */
const sameOffered = memoize((hints: readonly Reachable[]) => hints);
const sameUrgent = memoize((hints: readonly Reachable[]) => hints);

interface Offered {
	readonly offered: readonly Reachable[];
	readonly urgent: readonly Reachable[];
	readonly isInDetails: boolean;
}

/** Returns hints in the order of the footer: urgent ones first. */
const ordered = memoize(({ offered, urgent, isInDetails }: Offered): readonly Reachable[] => [
	...urgent,
	...offered
		.filter(({ command }) => !command.urgent)
		.toSorted((one, other) => rankOf(one, isInDetails) - rankOf(other, isInDetails)),
]);

/** Cached results. */
const hinted = new WeakMap<readonly Command[], readonly Reachable[]>();

/** Returns the active commands that can have a hint. A key that a nearer scope uses has another effect here. */
function withHints(active: readonly Command[]): readonly Reachable[] {
	const known = hinted.get(active);
	if (known) return known;
	const found = withWorkingKeys(active).filter(({ command, keys }) => command.hint && keys.length > 0);
	hinted.set(active, found);
	return found;
}

/**
 * Ranks a hint: the command that opens the row, the ways back, the palette, then prominent commands. In the details, the
 * commands of the tab come before those of the list.
 */
function rankOf({ command }: Reachable, isInDetails: boolean): number {
	if (command.keys.includes('enter')) return 0;
	const index = leadingHints.indexOf(command.id);
	if (index >= 0) return 1 + index;
	return 1 + leadingHints.length + (command.isProminent && !isInDetails ? 0 : 1);
}

const leadingHints: readonly string[] = ['details-leave', 'files-clear-filter', 'back', 'palette'];

/** Returns the words of the hints; the same array while they are the same. */
const wordsOf = (hints: readonly Reachable[], state: State) =>
	sameWords(hints.map(({ command }) => hintOf(command, state)));
const sameWords = memoize((words: readonly string[]) => words);

/** Returns the segments of a key and its effect. */
function hintSegments({ command: { id }, keys: [key = ''] }: Reachable, hint = ''): Segment[] {
	const target: Target = { kind: 'command', id };
	return [
		{ text: showKey(key), token: 'key', target },
		{ text: ` ${hint}`, target },
	];
}

interface Hints {
	readonly columns: number;
	readonly hints: readonly Reachable[];
	readonly words: readonly string[];
}

interface HintLine extends Hints {
	readonly theme: Theme;
}

/** The line of hints, which rarely changes. */
const hintLine = memoize(({ theme, columns, hints, words }: HintLine) =>
	composeLine(theme, columns, fittingHints({ hints, words, columns })),
);

/** Also asked for the target of each cell of that line. */
const fittingHints = memoize(({ hints, words, columns }: Hints): Segment[] => {
	const segments = hints.map((hint, index) => hintSegments(hint, words[index]));
	// In the details, another key than that of quitting leaves, and help is the last hint.
	const staying = hints.at(-1)?.command.id === 'help' ? 1 : STAYING_HINTS;
	return fitting(segments, columns, staying);
});

/** Number of hints at the end that stay when room is short: help and quit. */
const STAYING_HINTS = 2;

/** Returns the hints that fit whole, with gaps. The one before the staying ones is dropped first. */
function fitting(hints: readonly Segment[][], columns: number, staying: number): Segment[] {
	const left = [...hints];
	const line = () => left.flatMap((hint, index) => (index === 0 ? hint : [{ text: '  ' }, ...hint]));
	while (left.length > 1 && widthOf(line()) > columns) {
		left.splice(Math.max(0, left.length - 1 - staying), 1);
	}
	return line();
}
