import { bytes } from '../../../format/bytes.ts';
import { sanitise } from '../../../format/sanitise.ts';
import type { Change } from '../../../state/batch/change.ts';
import type { ConfirmDialog } from '../../../state/dialogs/change-dialogs.ts';
import { titleOf } from '../../actions/send-change.ts';
import { hiddenSentence } from '../remove/text.ts';

const verbs = { stop: 'Stop', resume: 'Resume', recheck: 'Recheck' } as const;

/** 'Stop 312 downloads?', or the name of a single one. Sanitised. */
export function confirmQuestion({ change, subjects }: ConfirmDialog): string {
	const [first] = subjects;
	const what =
		first && subjects.length === 1 ? sanitise(titleOf(first), 300) : `${subjects.length} downloads`;
	return `${verbOf(change)} ${what}?`;
}

/** Which of them do not show, what it will not be done to, and what it will do: a sentence each. */
export function confirmConsequences({ change, subjects, hidden, left, why }: ConfirmDialog): string[] {
	const size = subjects.reduce((sum, download) => sum + (download.size ?? 0), 0);
	return [
		...hiddenSentence(hidden),
		...(left > 0 ? [`${left} more ${left === 1 ? 'is' : 'are'} ${why} and left alone.`] : []),
		// Of magnet links nobody knows the size before their metadata come.
		size === 0 ? consequenceAtLeast(change) : consequence(change, bytes(size)),
	];
}

function verbOf(change: Change): string {
	return change.kind === 'state' ? verbs[change.state] : 'Change';
}

/** What it does to downloads of unknown sizes. */
function consequenceAtLeast(change: Change): string {
	if (change.kind !== 'state') return 'How large they are is not known yet.';
	switch (change.state) {
		case 'stop':
			return 'Nothing is received or sent until they are resumed.';
		case 'resume':
			return 'They begin to receive and send at once.';
		case 'recheck':
			return 'All data on the disk are read and checked.';
	}
}

function consequence(change: Change, size: string): string {
	if (change.kind !== 'state') return `Together they have ${size}.`;
	switch (change.state) {
		case 'stop':
			return `Of ${size} nothing is received or sent until they are resumed.`;
		case 'resume':
			return `They are ${size} together, and begin to receive and send at once.`;
		case 'recheck':
			return `Up to ${size} are read from the disk and checked.`;
	}
}
