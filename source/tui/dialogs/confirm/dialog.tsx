import { composeLine, type Segment } from '../../components/compose-line.ts';
import { answerTargets } from '../../components/dialog-targets.ts';
import { Frame } from '../../components/frame.tsx';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { scrolledLines } from '../dialog.ts';
import { filterSentence } from '../remove/text.ts';
import { firstOf, listLines, rangeText, wantedWidth } from '../subjects/list.ts';
import { firstNames, listedText } from '../subjects/spoken.ts';
import { confirmCommands } from './commands.ts';
import { confirmLayout } from './layout.ts';
import { confirmConsequences, confirmQuestion } from './text.ts';

/** Asks before many downloads are changed, and states the effects. */
export function ConfirmDialog({ dialog, state, theme, width, height }: DialogProps<'confirm'>) {
	const { subjects, scroll = 0 } = dialog;
	const { columns, effects, parts } = confirmLayout(dialog, state, width, height);
	const line = (...segments: Segment[]) => composeLine(theme, columns, segments);
	const place = rangeText(firstOf(scroll, subjects.length, parts.list), subjects.length, parts.list);
	const lines = [
		composeLine(theme, columns, [{ text: confirmQuestion(dialog) }], [{ text: place, token: 'faint' }]),
		...listLines(theme, subjects, { scroll, parts, columns }),
		...effects.map((text) => line({ text })),
		...(parts.roomy ? [''] : []),
		line({ text: 'enter', token: 'key' }, { text: ' do it' }),
		line({ text: 'esc', token: 'key' }, { text: '   cancel' }),
	];
	return (
		<Frame
			title="Are you sure?"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={wantedWidth(subjects.length)}
			lines={lines}
			targetAt={answerTargets(lines.length, ['confirm-do', 'confirm-leave'])}
		/>
	);
}

export const confirmDialog: DialogSurface<'confirm'> = {
	kind: 'confirm',
	title: 'Confirm a batch',
	commands: confirmCommands,
	list: scrolledLines<'confirm'>(),
	view: ConfirmDialog,
	spoken: {
		title: (dialog) => confirmQuestion(dialog),
		body: (dialog, state) => [
			...firstNames(dialog.subjects),
			...filterSentence(state),
			...confirmConsequences(dialog),
		],
		choice: ({ subjects, scroll }) => listedText(subjects, scroll),
	},
};
