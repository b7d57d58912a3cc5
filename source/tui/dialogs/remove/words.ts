import { bytes } from '../../../format/bytes.ts';
import type { Subject } from '../../../state/dialogs.ts';

/** Bytes on the disk of all of them, in words. */
export function amountOf(subjects: readonly Subject[]): string {
	return bytes(subjects.reduce((sum, subject) => sum + subject.bytes, 0));
}

/** '3 of them are hidden by the filter.'; nothing when none are. */
export function hiddenSentence(hidden: number): string[] {
	return hidden > 0 ? [`${hidden} of them ${hidden === 1 ? 'is' : 'are'} hidden by the filter.`] : [];
}
