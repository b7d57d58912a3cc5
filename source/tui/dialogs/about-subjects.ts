import type { Question } from '../../state/dialogs/change-dialogs.ts';
import { titleOf } from '../actions/send-change.ts';

/**
 * Returns the subject of a question: a name, or how many and how many of them are filtered out. The name is untrusted
 * text.
 */
export function aboutSubjects({ subjects, filteredOut }: Question): string {
	const [first] = subjects;
	if (first && subjects.length === 1) return titleOf(first);
	const unseen = filteredOut > 0 ? `, ${filteredOut} of them filtered out` : '';
	return `${subjects.length} downloads${unseen}`;
}
