import { wrap } from '../../../format/wrap.ts';
import type { State } from '../../../state/core/state.ts';
import type { ConfirmDialog } from '../../../state/dialogs/change-dialogs.ts';
import { filterSentence } from '../remove/text.ts';
import { innerWidth, type Parts, partsOf, ROWS_AROUND } from '../subjects/list.ts';
import { confirmConsequences } from './text.ts';

/** The question, and a line for each answer. */
const FIXED_LINES = 3;

/** Divides the rows of a screen (cells) among the parts of the question. */
export function confirmParts(
	dialog: ConfirmDialog,
	state: State,
	screenColumns: number,
	screenRows: number,
): Parts {
	const { length: count } = dialog.subjects;
	const columns = innerWidth(count, screenColumns);
	const effects = [...confirmConsequences(dialog), ...filterSentence(state)]
		.flatMap((sentence) => wrap(sentence, columns))
		.slice(0, Math.max(1, screenRows - ROWS_AROUND - FIXED_LINES));
	return partsOf(screenRows, count, FIXED_LINES + effects.length, 0);
}
