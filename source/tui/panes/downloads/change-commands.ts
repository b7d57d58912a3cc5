import type { Download } from '../../../protocol/resources/download.ts';
import { type Change, refusalOf } from '../../../state/batch/change.ts';
import type { State } from '../../../state/core/state.ts';
import type { Question } from '../../../state/dialogs/change-dialogs.ts';
import { current } from '../../../state/downloads/downloads.ts';
import {
	filteredOutDownloads,
	noSubject,
	selectedDownloads,
	subjectsOf,
} from '../../../state/downloads/selection.ts';
import { divide, sendChange } from '../../actions/send-change.ts';
import { openForm } from '../../dialogs/form/registry.ts';
import { type Command, type CommandContext, commandsOf } from '../../surfaces/command.ts';

/** Maximum of downloads that one key changes without a question, because it may be a slip. */
const MAX_UNCONFIRMED = 20;

/** Size above which a recheck asks first, bytes. It keeps a disk busy for minutes. */
export const MAX_UNASKED_RECHECK_BYTES = 4 * 1024 ** 3;

/** Returns whether any download is selected or under the cursor. */
export function someSubject({ downloads }: State): true | string {
	return noSubject(downloads) ?? true;
}

/** Returns a command that changes the selected downloads, or else the one under the cursor. */
export function changeCommand(command: Omit<Command, 'scope' | 'when' | 'run'>, change: Change): Command {
	return {
		...command,
		scope: 'downloads',
		when: (state) => possible(state, change),
		run: (context) => changeOrAsk(change, context),
	};
}

/** Changes the selected downloads, or else the one under the cursor. Asks first if there are many. */
export function changeOrAsk(change: Change, context: CommandContext): void {
	const { downloads, optimistic } = context.state;
	const asked = { subjects: subjectsOf(downloads), pending: optimistic };
	const { subjects, left } = divide(change, asked);
	const filteredOut = filteredOutDownloads(downloads, subjects);
	if (subjects.length <= MAX_UNCONFIRMED && filteredOut === 0 && !isLongRecheck(change, subjects)) {
		sendChange(change, asked, context);
		return;
	}
	const unchangedReason = left[0]?.why ?? '';
	context.dispatch({
		type: 'open',
		dialog: {
			kind: 'confirm',
			change,
			subjects,
			filteredOut,
			pending: optimistic,
			unchanged: left.length,
			unchangedReason,
		},
	});
}

function isLongRecheck(change: Change, subjects: readonly Download[]): boolean {
	if (change.kind !== 'state' || change.state !== 'recheck') return false;
	return (
		subjects.reduce((sum, { size }) => sum + (size ?? Number.POSITIVE_INFINITY), 0) >
		MAX_UNASKED_RECHECK_BYTES
	);
}

export const changeCommandsText = {
	one: (is: string) => `It is ${is}.`,
	selectedOne: (is: string) => `The selected download is ${is}.`,
	selected: (count: number, are: string) => `All ${count} selected downloads are ${are}.`,
} as const;

/** Returns whether a change affects at least one of them. */
function possible({ downloads }: State, change: Change): true | string {
	const none = noSubject(downloads);
	if (none !== undefined) return none;
	const selected = selectedDownloads(downloads);
	const [first] = selected;
	if (!first) {
		const download = current(downloads);
		if (!download) return true;
		const is = refusalOf(change, download);
		return is === undefined ? true : changeCommandsText.one(is);
	}
	if (selected.some((download) => refusalOf(change, download) === undefined)) return true;
	const are = `${refusalOf(change, first)}`;
	return selected.length === 1
		? changeCommandsText.selectedOne(are)
		: changeCommandsText.selected(selected.length, are);
}

/** Returns the subjects of a question about hops, limits or labels. */
export function subjectsOfQuestion({ downloads, optimistic }: State): Question {
	const subjects = subjectsOf(downloads);
	const filteredOut = filteredOutDownloads(downloads, subjects);
	return { subjects, filteredOut, pending: optimistic };
}

/** Commands for downloads that need more input than a key. */
export const askingCommands = commandsOf('downloads', [
	{
		id: 'hops',
		keys: ['H'],
		title: 'Change the number of anonymity hops',
		words: 'anonymous proxy tunnel',
		when: someSubject,
		run: ({ state, dispatch }) =>
			dispatch({ type: 'open', dialog: openForm({ form: 'hops', ...subjectsOfQuestion(state) }) }),
	},
	{
		id: 'limits',
		keys: ['L'],
		title: 'Limit how fast the download receives and sends',
		words: 'speed throttle bandwidth rate',
		hint: 'limits',
		when: someSubject,
		run: ({ state, dispatch }) =>
			dispatch({ type: 'open', dialog: openForm({ form: 'limits', ...subjectsOfQuestion(state) }) }),
	},
]);
