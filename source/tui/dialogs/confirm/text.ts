import { bytes } from '../../../format/bytes.ts';
import { sanitise } from '../../../format/sanitise.ts';
import type { Change } from '../../../state/batch/change.ts';
import type { ConfirmDialog } from '../../../state/dialogs/change-dialogs.ts';
import { titleOf } from '../../actions/send-change.ts';
import { filteredOutSentence } from '../remove/text.ts';

const verbs = { stop: 'Stop', resume: 'Resume', recheck: 'Recheck' } as const;

/** Returns 'Stop 312 downloads?', or the name of a single one. Sanitised. */
export function confirmQuestion({ change, subjects }: ConfirmDialog): string {
	const [first] = subjects;
	const what =
		first && subjects.length === 1 ? sanitise(titleOf(first), 300) : `${subjects.length} downloads`;
	return `${verbOf(change)} ${what}?`;
}

/** Returns a sentence each for filtered out downloads, unaffected downloads, and the effect. */
export function confirmConsequences({ change, subjects, hidden, left, why }: ConfirmDialog): string[] {
	const size = subjects.reduce((sum, download) => sum + (download.size ?? 0), 0);
	return [
		...filteredOutSentence(hidden),
		...(left > 0 ? [`${left} more ${left === 1 ? 'is' : 'are'} ${why} and left alone.`] : []),
		// The size of a magnet link is unknown until its metadata arrive.
		size === 0 ? consequenceAtLeast(change) : consequence(change, bytes(size)),
	];
}

function verbOf(change: Change): string {
	return change.kind === 'state' ? verbs[change.state] : 'Change';
}

/** Returns the effect on downloads of unknown size. */
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
