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
	const refusals = subjects.map((one) => refusalOf(change, one, pending.get(one.infohash)?.change));
	const isRefused = refusals.every((refusal) => refusal !== undefined);
	if (isRefused) return { field, fault: refusals[0] ?? '' };
	return { open: (context) => sendChange(change, asked, context) };
}
