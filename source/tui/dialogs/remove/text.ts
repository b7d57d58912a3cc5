import { bytes } from '../../../format/bytes.ts';
import { sanitise } from '../../../format/sanitise.ts';
import type { State } from '../../../state/core/state.ts';
import type { Subject } from '../../../state/dialogs/dialogs.ts';

/** Bytes on the disk of all of them, in words. */
export function amountOf(subjects: readonly Subject[]): string {
	return bytes(subjects.reduce((sum, subject) => sum + subject.bytes, 0));
}

/** How much they are when they are complete, and how much of that is there. */
export function togetherSentence(subjects: readonly Subject[]): string {
	const all = bytes(subjects.reduce((sum, { size }) => sum + size, 0));
	// A download without metadata is of 0 bytes to the service.
	const unknown = subjects.filter(({ size }) => size <= 0).length;
	const rest = unknown > 0 ? ` and ${unknown} of unknown size` : '';
	return `Together ${all}${rest}, of which ${amountOf(subjects)} on the disk.`;
}

/** '3 of them are hidden by the filter.'; nothing when none are. */
export function hiddenSentence(hidden: number): string[] {
	return hidden > 0 ? [`${hidden} of them ${hidden === 1 ? 'is' : 'are'} hidden by the filter.`] : [];
}

/** 'The list is filtered by size>4GiB.'; nothing when it is not. */
export function filterSentence({ downloads: { filter } }: State): string[] {
	return filter === '' ? [] : [`The list is filtered by ${sanitise(filter, 80)}.`];
}
