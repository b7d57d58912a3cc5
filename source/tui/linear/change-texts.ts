import { bytes } from '../../format/bytes.ts';
import { oneLine } from '../../format/one-line.ts';
import { sanitise } from '../../format/sanitise.ts';
import { sentence } from '../../format/sentence.ts';
import { ratio } from '../../format/share.ts';
import type { ConfirmDialog, FailuresDialog, HopsDialog, LimitsDialog } from '../../state/change-dialogs.ts';
import { chosenFailure, failureAt } from '../../state/failure-list.ts';
import type { State } from '../../state/state.ts';
import { aboutSubjects } from '../dialogs/about-subjects.ts';
import { confirmConsequences, confirmQuestion } from '../dialogs/confirm/words.ts';
import { hopsMeaning, hopsNow, typedHops } from '../dialogs/hops/typed-hops.ts';
import { limitMeaning, typedLimits } from '../dialogs/limits/typed-limits.ts';
import { filterSentence } from '../dialogs/remove/words.ts';
import type { Listed } from '../dialogs/subjects/list.ts';
import { titleOf } from '../give-change.ts';

/** The dialogs about changes of one or many downloads, in words. */

/** Names that are read out of many. */
const toldNames = 3;

/** 'The first of them: a, b, c'; nothing when there is but one, which the question names. */
export function firstNames(
	subjects: readonly { readonly name: string; readonly infohash: string }[],
): string[] {
	if (subjects.length < 2) return [];
	const names = subjects.slice(0, toldNames).map((subject) => sanitise(titleOf(subject), 200));
	return [`${subjects.length > toldNames ? 'The first of them' : 'They are'}: ${names.join(', ')}.`];
}

/** The download that a list of several in a question has got to; '' where there is no list. */
export function listedText(subjects: readonly Listed[], scroll = 0): string {
	const one = subjects[scroll];
	if (!one || subjects.length < 2) return '';
	const figures = `${bytes(one.size ?? Number.NaN)}, ratio ${ratio(one.ratio ?? Number.NaN)}, ${sanitise(one.status, 40)}`;
	return `${sanitise(titleOf(one), 300)}, ${figures}, ${scroll + 1} of ${subjects.length}.`;
}

export const confirmText = {
	title: (dialog: ConfirmDialog) => confirmQuestion(dialog),
	body: (dialog: ConfirmDialog, state: State) => [
		...firstNames(dialog.subjects),
		...filterSentence(state),
		...confirmConsequences(dialog),
	],
	choice: ({ subjects, scroll }: ConfirmDialog) => listedText(subjects, scroll),
};

export const hopsText = {
	title: (dialog: HopsDialog) => `Hops of ${sanitise(aboutSubjects(dialog), 300)}, now ${hopsNow(dialog)}`,
	choice: (dialog: HopsDialog) => {
		const typed = typedHops(dialog);
		return typeof typed === 'number' ? hopsMeaning(typed) : typed;
	},
};

export const limitsText = {
	title: (dialog: LimitsDialog) => `Speed limits of ${sanitise(aboutSubjects(dialog), 300)}`,
	choice: (dialog: LimitsDialog) => {
		const typed = typedLimits(dialog);
		const fault = typeof typed === 'string' ? ` ${typed}` : '';
		return `${dialog.field === 'down' ? 'Down' : 'Up'}: ${limitMeaning(dialog, dialog.field)}.${fault}`;
	},
};

export const failuresText = {
	title: () => 'Orders that failed',
	choice: (dialog: FailuresDialog, { work }: State) => {
		const failure = chosenFailure(work, dialog);
		if (!failure) return '';
		const { doing, text, hint } = failure;
		const place = `${failureAt(work, dialog.chosen) + 1} of ${work.failures.length}`;
		const next = hint === '' ? '' : `${hint} `;
		return `${oneLine(doing, 300)}: ${sentence(sanitise(text, 1000))} ${next}${place}.`;
	},
};
