import { sanitize } from '../../../format/sanitize.ts';
import type { Subject } from '../../../state/dialogs/dialogs.ts';
import { titleOf } from '../../actions/send-change.ts';
import { type DialogProps, type DialogSurface, scrolledLines } from '../dialog.ts';
import { Answers, Dialog, Gap, Line, Paragraph } from '../kit/index.ts';
import { firstOf, rangeText, wantedWidth } from '../subjects/list.ts';
import { firstNames } from '../subjects/spoken.ts';
import { Subjects } from '../subjects/subjects.ts';
import { removeCommands } from './commands.ts';
import { removeParts } from './layout.ts';
import { amountOf, filteredOutSentence, filterSentence, totalSentence } from './text.ts';

/** Asks before downloads are removed, and states the effects. */
export function RemoveDialog({ dialog, state, ...screen }: DialogProps<'remove'>) {
	const { subjects, scroll = 0, hidden = 0 } = dialog;
	const parts = removeParts(dialog, state, screen.width, screen.height);
	const { length: count } = subjects;
	const range = rangeText(firstOf(scroll, count, parts.list), count, parts.list);
	const question = questionOf(subjects);
	const it = count === 1 ? 'it' : 'them';
	// A single download is named in the question, so the filter is left out.
	const filter = count === 1 ? [] : filterSentence(state);
	return (
		<Dialog
			title={count === 1 ? 'Remove a download' : 'Remove downloads'}
			spoken={question}
			columns={wantedWidth(count)}
			screen={screen}
		>
			<Line right={[{ text: range, token: 'faint' }]} spoken={firstNames(subjects).join(' ')}>
				{question}
			</Line>
			<Paragraph token="warning">{[...filteredOutSentence(hidden), ...filter]}</Paragraph>
			<Subjects subjects={subjects} scroll={scroll} parts={parts} />
			<Paragraph most={parts.extras} spoken={[`${amountOf(subjects)} of data on the disk.`]}>
				{count === 1 ? '' : totalSentence(subjects)}
			</Paragraph>
			<Gap />
			<Answers
				commands={removeCommands}
				isStacked
				texts={{
					'remove-keep': `remove ${it}, keep the data`,
					'remove-data': [
						{ text: `remove ${it} and ` },
						{ text: `delete ${amountOf(subjects)} from the disk…`, token: 'bad' },
					],
				}}
			/>
		</Dialog>
	);
}

function questionOf(subjects: readonly Subject[]): string {
	const [first, ...others] = subjects;
	return `Remove ${first && others.length === 0 ? sanitize(titleOf(first), 400) : `${subjects.length} downloads`}?`;
}

export const removeDialog: DialogSurface<'remove'> = {
	kind: 'remove',
	title: 'Remove a download',
	commands: removeCommands,
	showsKeys: true,
	list: scrolledLines(),
	view: RemoveDialog,
};
