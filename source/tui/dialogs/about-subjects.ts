import type { Question } from '../../state/dialogs/change-dialogs.ts';
import { subjectText } from '../actions/send-change.ts';

/**
 * Returns the subject of a question: a name, or how many and how many of them are filtered out. The name is untrusted
 * text.
 */
export function aboutSubjects({ subjects, filteredOut }: Question): string {
	const unseen = filteredOut > 0 && subjects.length !== 1 ? `, ${filteredOut} of them filtered out` : '';
	return subjectText(subjects) + unseen;
}
