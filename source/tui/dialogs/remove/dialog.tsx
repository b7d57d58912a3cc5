import { sanitise } from '../../../format/sanitise.ts';
import { titleOf } from '../../actions/send-change.ts';
import { composeLine, type Segment } from '../../components/compose-line.ts';
import { answerTargets } from '../../components/dialog-targets.ts';
import { Frame } from '../../components/frame.tsx';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { scrolledLines } from '../dialog.ts';
import { firstOf, listLines, rangeText, wantedWidth } from '../subjects/list.ts';
import { firstNames, listedText } from '../subjects/spoken.ts';
import { removeCommands } from './commands.ts';
import { removeLayout } from './layout.ts';
import { amountOf, filteredOutSentence, filterSentence } from './text.ts';

/** Asks before downloads are removed, and states the effects. */
export function RemoveDialog({ dialog, state, theme, width, height }: DialogProps<'remove'>) {
	const { subjects, scroll = 0 } = dialog;
	const { columns, filteredOut, total, parts } = removeLayout(dialog, state, width, height);
	const [first] = subjects;
	const one = first && subjects.length === 1 ? sanitise(titleOf(first), columns * 4) : undefined;
	const it = one === undefined ? 'them' : 'it';
	const line = (...segments: Segment[]) => composeLine(theme, columns, segments);
	const place = rangeText(firstOf(scroll, subjects.length, parts.list), subjects.length, parts.list);
	const lines = [
		composeLine(
			theme,
			columns,
			[{ text: `Remove ${one ?? `${subjects.length} downloads`}?` }],
			[{ text: place, token: 'faint' }],
		),
		...filteredOut.map((text) => line({ text, token: 'warning' })),
		...listLines(theme, subjects, { scroll, parts, columns }),
		...fitting(total, parts.extras).map((text) => line({ text })),
		...(parts.roomy ? [''] : []),
		line({ text: 'r', token: 'key' }, { text: `   remove ${it}, keep the data` }),
		line(
			{ text: 'D', token: 'key' },
			{ text: `   remove ${it} and ` },
			{ text: `delete ${amountOf(subjects)} from the disk…`, token: 'bad' },
		),
		line({ text: 'esc', token: 'key' }, { text: ` cancel` }),
	];
	return (
		<Frame
			title={one === undefined ? 'Remove downloads' : 'Remove a download'}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={wantedWidth(subjects.length)}
			lines={lines}
			targetAt={answerTargets(lines.length, ['remove-keep', 'remove-data', 'remove-cancel'])}
		/>
	);
}

/** Returns at most so many lines of a sentence. A cut one ends with an ellipsis. */
function fitting(lines: readonly string[], room: number): readonly string[] {
	return lines.length <= room
		? lines
		: [...lines.slice(0, room - 1), lines.slice(room - 1).join(' ')].slice(0, room);
}

export const removeDialog: DialogSurface<'remove'> = {
	kind: 'remove',
	title: 'Remove a download',
	commands: removeCommands,
	list: scrolledLines<'remove'>(),
	view: RemoveDialog,
	spoken: {
		title: ({ subjects: [first, ...others] }) =>
			others.length > 0
				? `Remove ${others.length + 1} downloads?`
				: `Remove ${sanitise(first?.name ?? '', 300)}?`,
		body: ({ subjects, hidden = 0 }, state) => [
			...firstNames(subjects),
			...(subjects.length > 1 ? filterSentence(state) : []),
			...filteredOutSentence(hidden),
			`${amountOf(subjects)} of data on the disk.`,
		],
		choice: ({ subjects, scroll }) => listedText(subjects, scroll),
	},
};
