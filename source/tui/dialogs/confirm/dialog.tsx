import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { sendChange } from '../../actions/send-change.ts';
import type { CommandContext } from '../../commands/command.ts';
import { listKeys, moveCommands } from '../../commands/move-commands.ts';
import type { Measure } from '../../surfaces/surface.ts';
import { type DialogProps, type DialogSurface, scrolledLines } from '../dialog.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { Answers, Dialog, Gap, Line, Paragraph } from '../kit/index.ts';
import { filterSentence } from '../remove/text.ts';
import { firstOf, rangeText, wantedWidth } from '../subjects/list.ts';
import { firstNames } from '../subjects/spoken.ts';
import { Subjects } from '../subjects/subjects.ts';
import { confirmParts } from './layout.ts';
import { confirmConsequences, confirmQuestion } from './text.ts';

function measure({ state, screenColumns, screenRows }: CommandContext): Measure {
	const top = topDialogOf(state, 'confirm');
	if (!top) return { page: 1 };
	const parts = confirmParts(top, state, screenColumns, screenRows);
	return { page: Math.max(1, parts.list), lines: top.subjects.length };
}

/** The answers to the confirmation of a change to many downloads. */
const confirmCommands = dialogCommands('confirm', [
	{
		id: 'confirm-do',
		keys: ['enter', 'y'],
		title: 'Confirm',
		hint: 'confirm',
		confirms: true,
		run: (context, dialog) => {
			context.dispatch({ type: 'close' });
			sendChange(dialog.change, dialog, context);
		},
	},
	closeCommand('confirm-leave', ['escape', 'n', 'q'], 'Cancel'),
	...moveCommands('confirm', { keys: listKeys, measure }),
]);

/** Asks before many downloads are changed, and states the effects. */
export function ConfirmDialog({ dialog, state, ...screen }: DialogProps<'confirm'>) {
	const { subjects, scroll = 0 } = dialog;
	const parts = confirmParts(dialog, state, screen.width, screen.height);
	const range = rangeText(firstOf(scroll, subjects.length, parts.list), subjects.length, parts.list);
	const question = confirmQuestion(dialog);
	return (
		<Dialog title="Are you sure?" spoken={question} columns={wantedWidth(subjects.length)} screen={screen}>
			<Line right={[{ text: range, token: 'faint' }]} spoken={firstNames(subjects).join(' ')}>
				{question}
			</Line>
			<Subjects subjects={subjects} scroll={scroll} parts={parts} />
			<Paragraph>{[...confirmConsequences(dialog), ...filterSentence(state)]}</Paragraph>
			<Gap />
			<Answers commands={confirmCommands} isStacked />
		</Dialog>
	);
}

export const confirmDialog: DialogSurface<'confirm'> = {
	kind: 'confirm',
	title: 'Confirm a batch',
	commands: confirmCommands,
	showsKeys: true,
	list: scrolledLines(),
	view: ConfirmDialog,
};
