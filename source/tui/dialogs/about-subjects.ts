import type { Asked } from '../../state/dialogs/change-dialogs.ts';
import { titleOf } from '../actions/send-change.ts';

/** What a question is about: a name, or how many and how many of them do not show. The name may be hostile. */
export function aboutSubjects({ subjects, hidden }: Asked): string {
	const [first] = subjects;
	if (first && subjects.length === 1) return titleOf(first);
	const unseen = hidden > 0 ? `, ${hidden} of them hidden by the filter` : '';
	return `${subjects.length} downloads${unseen}`;
}
