import type { Download } from '../../../../protocol/resources/download.ts';
import { type Change, refusalOf } from '../../../../state/batch/change.ts';
import type { Question } from '../../../../state/dialogs/change-dialogs.ts';
import { sendChange } from '../../../actions/send-change.ts';
import type { FormFault, FormOpening } from '../form.ts';

/** Returns the action that changes downloads, which can be undone; or why it changes none of them. */
export function readChange(
	change: Change,
	asked: Pick<Question, 'subjects' | 'pending'>,
	field: string,
): FormFault | FormOpening {
	const { subjects, pending } = asked;
	const refusal = (one: Download) => refusalOf(change, one, pending.get(one.infohash)?.change);
	if (subjects.some((one) => refusal(one) === undefined))
		return { open: (context) => sendChange(change, asked, context) };
	const [first] = subjects;
	return { field, fault: (first && refusal(first)) ?? '' };
}
