import { noSuchFile } from '../../metainfo/selection.ts';
import { type FilePriority, filePriorities } from '../../protocol/resources/file.ts';
import { invalidParameter } from '../http/http-error.ts';
import type { StoredPriority } from '../storage/record.ts';

/** Indices of the files that get a priority. */
export type PriorityChange = Readonly<Partial<Record<FilePriority, readonly number[]>>>;

export const priorityText = {
	nothing: 'file_priorities has no list: send high, normal or low with indices of files.',
	twice: (index: number) => `file_priorities has file ${index} in two lists.`,
} as const;

/**
 * Returns the priorities after a change. Throws a 400 if it has no list, a file that does not exist, or one file with two
 * priorities. `count`: number of files.
 */
export function withPriorities(
	current: ReadonlyMap<number, StoredPriority>,
	change: PriorityChange,
	count: number,
): ReadonlyMap<number, StoredPriority> {
	if (filePriorities.every((priority) => change[priority] === undefined))
		throw invalidParameter(priorityText.nothing);
	const changed = new Map<number, FilePriority>();
	for (const priority of filePriorities) {
		for (const index of change[priority] ?? []) {
			if (index < 0 || index >= count) throw invalidParameter(noSuchFile(index, count));
			if ((changed.get(index) ?? priority) !== priority) throw invalidParameter(priorityText.twice(index));
			changed.set(index, priority);
		}
	}
	const priorities = new Map(current);
	for (const [index, priority] of changed) {
		if (priority === 'normal') priorities.delete(index);
		else priorities.set(index, priority);
	}
	return priorities;
}
