import { sanitize } from '../../../format/sanitize.ts';
import type { Subject } from '../../../state/dialogs/dialogs.ts';
import { titleOf } from '../../actions/send-change.ts';
import { amountOf, filteredOutSentence } from '../remove/text.ts';

export const deleteDataText = {
	question: (what: string) => `Delete the data of ${what}?`,
	final: 'This cannot be undone.',
} as const;

/** Returns 'Delete the data of 3 downloads?' */
export function deleteQuestion(subjects: readonly Subject[]): string {
	const [first] = subjects;
	const what =
		first && subjects.length === 1 ? sanitize(titleOf(first), 300) : `${subjects.length} downloads`;
	return deleteDataText.question(what);
}

/** Returns a sentence for each consequence; `hidden` of the downloads are filtered out of the list. */
export function deleteConsequences(subjects: readonly Subject[], hidden: number): string[] {
	const count = subjects.length === 1 ? '1 download is' : `${subjects.length} downloads are`;
	return [
		...filteredOutSentence(hidden),
		`${count} removed and ${amountOf(subjects)} deleted from the disk.`,
		deleteDataText.final,
	];
}
