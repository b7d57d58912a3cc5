import type { DialogProps, DialogSurface } from '../dialog.ts';
import { Answers, Dialog, Gap, Line, Paragraph } from '../kit/index.ts';
import { amountOf } from '../remove/text.ts';
import { firstNames } from '../subjects/spoken.ts';
import { deleteDataCommands } from './commands.ts';
import { deleteConsequences, deleteQuestion } from './text.ts';

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
