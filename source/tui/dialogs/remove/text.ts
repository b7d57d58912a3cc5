import { bytes } from '../../../format/bytes.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { State } from '../../../state/core/state.ts';
import type { Subject } from '../../../state/dialogs/dialogs.ts';

/** Returns their bytes on the disk, as text. */
export function amountOf(subjects: readonly Subject[]): string {
	return bytes(subjects.reduce((sum, subject) => sum + subject.bytes, 0));
}

/** Returns their total size, and how much of it is on the disk. */
export function totalSentence(subjects: readonly Subject[]): string {
	const all = bytes(subjects.reduce((sum, { size }) => sum + size, 0));
	// A service reports 0 bytes for a download without metadata.
	const unknown = subjects.filter(({ size }) => size <= 0).length;
	const rest = unknown > 0 ? ` and ${unknown} of unknown size` : '';
	return `Total size ${all}${rest}, ${amountOf(subjects)} on the disk.`;
}

/** Returns '3 of them are hidden by the filter.'; empty when none are. */
export function filteredOutSentence(hidden: number): string[] {
	return hidden > 0 ? [`${hidden} of them ${hidden === 1 ? 'is' : 'are'} filtered out.`] : [];
}

/** Returns 'The list is filtered by size>4GiB.'; empty when it is not. */
export function filterSentence({ downloads: { filter } }: State): string[] {
	return filter === '' ? [] : [`The list is filtered by ${sanitize(filter, 80)}.`];
}
