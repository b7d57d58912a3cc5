import { sanitize } from '../../../format/sanitize.ts';
import type { Subject } from '../../../state/dialogs/dialogs.ts';
import { titleOf } from '../../actions/send-change.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { Answers, Dialog, Gap, Line, Paragraph } from '../kit/index.ts';
import { removeSubjects } from '../remove/commands.ts';
import { amountOf, filteredOutSentence } from '../remove/text.ts';
import { firstNames } from '../subjects/spoken.ts';

export const deleteDataText = {
	question: (what: string) => `Delete the data of ${what}?`,
	final: 'This cannot be undone.',
} as const;

/** Returns 'Delete the data of 3 downloads?' */
function deleteQuestion(subjects: readonly Subject[]): string {
	const [first] = subjects;
	const what =
		first && subjects.length === 1 ? sanitize(titleOf(first), 300) : `${subjects.length} downloads`;
	return deleteDataText.question(what);
}

/** Returns a sentence for each consequence; `hidden` of the downloads are filtered out of the list. */
function deleteConsequences(subjects: readonly Subject[], hidden: number): string[] {
	const count = subjects.length === 1 ? '1 download is' : `${subjects.length} downloads are`;
	return [
		...filteredOutSentence(hidden),
		`${count} removed and ${amountOf(subjects)} deleted from the disk.`,
		deleteDataText.final,
	];
}

/** The answers to the second question before data are deleted. No key of the first question confirms this one. */
const deleteDataCommands = dialogCommands('delete-data', [
	{
		id: 'delete-data-do',
		keys: ['y'],
		title: 'Remove and delete the data for good',
		hint: 'delete data',
		confirms: true,
		run: (context, dialog) => removeSubjects(context, dialog, true),
	},
	closeCommand('delete-data-cancel', ['escape', 'n', 'q'], 'Cancel'),
]);

/** Asks again before data are deleted, with the number of downloads and of bytes. */
export function DeleteDataDialog({ dialog, state: _, ...screen }: DialogProps<'delete-data'>) {
	const { subjects, hidden = 0 } = dialog;
	const consequences = deleteConsequences(subjects, hidden);
	return (
		<Dialog title="Delete data" spoken={deleteQuestion(subjects)} columns={60} screen={screen}>
			<Line spoken="">{deleteQuestion(subjects)}</Line>
			<Paragraph spoken={[...firstNames(subjects), ...consequences]}>{consequences.join(' ')}</Paragraph>
			<Gap />
			<Answers
				isStacked
				commands={deleteDataCommands}
				texts={{ 'delete-data-do': [{ text: `delete ${amountOf(subjects)}`, token: 'bad' }] }}
			/>
		</Dialog>
	);
}

export const deleteDataDialog: DialogSurface<'delete-data'> = {
	kind: 'delete-data',
	title: 'Delete data',
	commands: deleteDataCommands,
	showsKeys: true,
	view: DeleteDataDialog,
};
