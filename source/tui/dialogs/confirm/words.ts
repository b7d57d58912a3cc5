import { bytes } from '../../../format/bytes.ts';
import type { Change } from '../../../state/change.ts';
import type { ConfirmDialog } from '../../../state/change-dialogs.ts';
import { hiddenSentence } from '../remove/words.ts';

const verbs = { stop: 'Stop', resume: 'Resume', recheck: 'Recheck' } as const;

/** 'Stop 312 downloads?' */
export function confirmQuestion({ change, subjects }: ConfirmDialog): string {
	const count = subjects.length;
	return `${verbOf(change)} ${count} ${count === 1 ? 'download' : 'downloads'}?`;
}

/** Which of them do not show, what it will not be done to, and what it will do: a sentence each. */
export function confirmConsequences({ change, subjects, hidden, left, why }: ConfirmDialog): string[] {
	const size = subjects.reduce((sum, download) => sum + download.size, 0);
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
			return 'What is on the disk is read and compared, which takes its time.';
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
			return `${size} on the disk are read and compared, which takes its time.`;
	}
}
