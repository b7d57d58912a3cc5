import { truncate } from '../../../format/cells.ts';
import { wrap } from '../../../format/wrap.ts';
import { composeLine, type Segment } from '../../components/compose-line.ts';
import { answerTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { amountOf } from '../remove/text.ts';
import { ROWS_AROUND } from '../subjects/list.ts';
import { firstNames } from '../subjects/spoken.ts';
import { deleteDataCommands } from './commands.ts';
import { deleteConsequences, deleteQuestion } from './text.ts';

const WANTED_CELLS = 60;
/** Lines of the question, and of both answers. */
const NEEDED_LINES = 3;

/** Asks again before data are deleted, with the number of downloads and of bytes. */
export function DeleteDataDialog({ dialog, theme, width, height }: DialogProps<'delete-data'>) {
	const { subjects, hidden = 0 } = dialog;
	const columns = innerWidthOf(width, WANTED_CELLS);
	const line = (...segments: Segment[]) => composeLine(theme, columns, segments);
	const room = Math.max(0, height - ROWS_AROUND - NEEDED_LINES);
	const consequences = wrap(deleteConsequences(subjects, hidden).join(' '), columns).slice(0, room);
	const lines = [
		line({ text: truncate(deleteQuestion(subjects), columns) }),
		...consequences.map((text) => line({ text })),
		...(consequences.length < room ? [''] : []),
		line({ text: 'y', token: 'key' }, { text: `   delete ${amountOf(subjects)}`, token: 'bad' }),
		line({ text: 'esc', token: 'key' }, { text: ' cancel' }),
	];
	return (
		<Frame
			title="Delete data"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_CELLS}
			lines={lines}
			targetAt={answerTargets(lines.length, ['delete-data-do', 'delete-data-cancel'])}
		/>
	);
}

export const deleteDataDialog: DialogSurface<'delete-data'> = {
	kind: 'delete-data',
	title: 'Delete data',
	commands: deleteDataCommands,
	view: DeleteDataDialog,
	spoken: {
		title: ({ subjects }) => deleteQuestion(subjects),
		body: ({ subjects, hidden = 0 }) => [...firstNames(subjects), ...deleteConsequences(subjects, hidden)],
	},
};
