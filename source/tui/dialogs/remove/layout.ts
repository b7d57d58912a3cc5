import { wrap } from '../../../format/wrap.ts';
import type { State } from '../../../state/core/state.ts';
import type { Dialog } from '../../../state/dialogs/dialogs.ts';
import { innerWidth, type Parts, partsOf, ROWS_AROUND } from '../subjects/list.ts';
import { filteredOutSentence, filterSentence, totalSentence } from './text.ts';

type RemoveDialog = Extract<Dialog, { kind: 'remove' }>;

/** The question, and a line for each answer. */
const FIXED_LINES = 4;

/** Divides the rows of a screen (cells) among the parts of the question. */
export function removeParts(
	{ subjects, hidden = 0 }: RemoveDialog,
	state: State,
	screenColumns: number,
	screenRows: number,
): Parts {
	const count = subjects.length;
	const columns = innerWidth(count, screenColumns);
	// A single download is named in the question, so the filter is left out.
	const picked = count === 1 ? [] : filterSentence(state);
	const filteredOut = [...filteredOutSentence(hidden), ...picked]
		.flatMap((sentence) => wrap(sentence, columns))
		.slice(0, Math.max(0, screenRows - ROWS_AROUND - FIXED_LINES));
	const total = count > 1 ? wrap(totalSentence(subjects), columns) : [];
	return partsOf(screenRows, count, FIXED_LINES + filteredOut.length, total.length);
}
