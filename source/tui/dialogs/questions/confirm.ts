import { bytes } from '../../../format/bytes.ts';
import type { Change } from '../../../state/batch/change.ts';
import type { Question } from '../../../state/dialogs/change-dialogs.ts';
import { sendChange } from '../../actions/send-change.ts';
import { question } from './question.tsx';
import { filteredOutSentence, filterSentence, shownSubject } from './sentences.ts';

/** Confirms a change of many downloads. */
interface ConfirmDialog extends Question {
	readonly kind: 'confirm';
	readonly change: Change;
	/** Number of selected downloads that stay unchanged, with the reason: 'stopped already'. */
	readonly unchanged: number;
	readonly unchangedReason: string;
	readonly scroll?: number;
}

declare module '../../../state/surfaces/dialogs.ts' {
	interface DialogKinds {
		confirm: ConfirmDialog;
	}
}

/** Verbs of changes, and effects on data of a size; its text is '' while the size is unknown. */
const states = {
	stop: {
		verb: 'Stop',
		effect: (size: string) => `Transfers${inBrackets(size)} stop until you resume them.`,
	},
	resume: { verb: 'Resume', effect: (size: string) => `Transfers${inBrackets(size)} start at once.` },
	recheck: {
		verb: 'Recheck',
		effect: (size: string) =>
			size === ''
				? 'All their data on the disk is read and checked.'
				: `Up to ${size} is read from the disk and checked.`,
	},
} as const;

const others = {
	verb: 'Change',
	effect: (size: string) => (size === '' ? 'Their size is not known yet.' : `Their total size is ${size}.`),
} as const;

const inBrackets = (size: string) => (size === '' ? '' : ` (${size})`);
const wordsOf = (change: Change) => (change.kind === 'state' ? states[change.state] : others);

/** Asks before many downloads are changed. */
export const confirmDialog = question('confirm', {
	title: 'Confirm a batch',
	heading: () => 'Are you sure?',
	asks: ({ change, subjects }) => `${wordsOf(change).verb} ${shownSubject(subjects)}?`,
	subjects: ({ subjects }) => subjects,
	effects: (dialog, state) => [{ children: [...confirmEffects(dialog), ...filterSentence(state)] }],
	answers: [
		{
			id: 'confirm-do',
			keys: ['enter', 'y'],
			title: 'Confirm',
			hint: 'confirm',
			run: (context, dialog) => sendChange(dialog.change, dialog, context),
		},
	],
	keep: { id: 'confirm-leave' },
});

/** Returns a sentence each for filtered out downloads, unaffected downloads, and the effect. */
function confirmEffects({
	change,
	subjects,
	filteredOut,
	unchanged,
	unchangedReason,
}: ConfirmDialog): string[] {
	// The size of a magnet link is unknown until its metadata arrive.
	const size = subjects.reduce((sum, download) => sum + (download.size ?? 0), 0);
	const are = unchanged === 1 ? 'is' : 'are';
	return [
		...filteredOutSentence(filteredOut),
		...(unchanged > 0 ? [`${unchanged} more ${are} ${unchangedReason} and not changed.`] : []),
		wordsOf(change).effect(size === 0 ? '' : bytes(size)),
	];
}
