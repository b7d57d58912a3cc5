import { bytes } from '../../../format/bytes.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { Change } from '../../../state/batch/change.ts';
import type { ConfirmDialog } from '../../../state/dialogs/change-dialogs.ts';
import { titleOf } from '../../actions/send-change.ts';
import { filteredOutSentence } from '../remove/text.ts';

const verbs = { stop: 'Stop', resume: 'Resume', recheck: 'Recheck' } as const;

/** Returns 'Stop 312 downloads?', or the name of a single one. Sanitized. */
export function confirmQuestion({ change, subjects }: ConfirmDialog): string {
	const [first] = subjects;
	const what =
		first && subjects.length === 1 ? sanitize(titleOf(first), 300) : `${subjects.length} downloads`;
	return `${verbOf(change)} ${what}?`;
}

/** Returns a sentence each for filtered out downloads, unaffected downloads, and the effect. */
export function confirmConsequences({
	change,
	subjects,
	filteredOut,
	unchanged,
	unchangedReason,
}: ConfirmDialog): string[] {
	const size = subjects.reduce((sum, download) => sum + (download.size ?? 0), 0);
	return [
		...filteredOutSentence(filteredOut),
		...(unchanged > 0
			? [`${unchanged} more ${unchanged === 1 ? 'is' : 'are'} ${unchangedReason} and not changed.`]
			: []),
		// The size of a magnet link is unknown until its metadata arrive.
		size === 0 ? consequenceAtLeast(change) : consequence(change, bytes(size)),
	];
}

function verbOf(change: Change): string {
	return change.kind === 'state' ? verbs[change.state] : 'Change';
}

/** Returns the effect on downloads of unknown size. */
function consequenceAtLeast(change: Change): string {
	if (change.kind !== 'state') return 'Their size is not known yet.';
	switch (change.state) {
		case 'stop':
			return 'Transfers stop until you resume them.';
		case 'resume':
			return 'Transfers start at once.';
		case 'recheck':
			return 'All their data on the disk is read and checked.';
	}
}

function consequence(change: Change, size: string): string {
	if (change.kind !== 'state') return `Their total size is ${size}.`;
	switch (change.state) {
		case 'stop':
			return `Transfers (${size}) stop until you resume them.`;
		case 'resume':
			return `Transfers (${size}) start at once.`;
		case 'recheck':
			return `Up to ${size} is read from the disk and checked.`;
	}
}
