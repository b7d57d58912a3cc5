import { downloadPresets, presetAt } from '../../../columns/download-presets.ts';
import { allDownloadColumns } from '../../../columns/downloads.ts';
import { fit, truncate } from '../../../format/cells.ts';
import { columnChoices, usualWidth } from '../../../state/view/choose-columns.ts';
import { choiceOf, type Room, WIDE_COLUMNS } from '../../../state/view/view.ts';
import { choiceLines, firstChoice } from '../../components/choice-lines.ts';
import { choiceTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { style } from '../../theme/theme.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { chosenList } from '../dialog.ts';
import { columnsCommands } from './commands.ts';
import { shownWidths } from './shown-widths.ts';

const WANTED_WIDTH = 64;
const MAX_ROWS = 20;
/** On narrow screens the footer cannot show all of them. */
const keys = ['space shows  K J move  + - width, = usual  p preset'];

/** Returns the window widths that the columns apply to, as text. */
export function windowsOf(room: Room): string {
	return room === 'narrow' ? `below ${WIDE_COLUMNS} columns` : `of ${WIDE_COLUMNS} columns and more`;
}

/** Configures the columns of the list, their order and their widths. Changes apply at once. */
export function ColumnsDialog({ dialog, state, theme, width, height }: DialogProps<'columns'>) {
	const { view } = state;
	const choices = columnChoices(choiceOf(view, dialog.room));
	const widths = shownWidths(state, dialog.room, width);
	const room = Math.max(1, Math.min(MAX_ROWS, height - 7 - keys.length));
	const inner = innerWidthOf(width, WANTED_WIDTH);
	const lines = choiceLines(choices, dialog.chosen, room, inner, theme, (choice) => {
		const column = allDownloadColumns.find(({ id }) => id === choice.id);
		const shows = widths.get(choice.id);
		const size = choice.width === undefined ? `${shows ?? usualWidth(choice.id)}` : `=${choice.width}`;
		const hasRoom = !choice.shown || shows !== undefined;
		return {
			left: [
				{ text: choice.shown ? ' [x] ' : ' [ ] ', token: 'key' },
				{ text: fit(column?.title ?? choice.id, 12) },
				{ text: ` ${fit(size, 4, 'right')}  ` },
				{ text: hasRoom ? '' : 'no room here: ', token: 'warning' },
				{ text: column?.about ?? '', token: 'faint' },
			],
		};
	});
	const preset = downloadPresets[presetAt(view.columns[dialog.room])]?.name ?? 'your own';
	return (
		<Frame
			title={truncate(`Columns in windows ${windowsOf(dialog.room)}: ${preset}`, inner - 2)}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={[...lines, ...keys.map((text) => style(theme, 'faint', truncate(` ${text}`, inner)))]}
			targetAt={choiceTargets({
				above: 0,
				first: firstChoice(dialog.chosen, choices.length, room),
				count: choices.length,
				room,
			})}
		/>
	);
}

export const columnsDialog: DialogSurface<'columns'> = {
	kind: 'columns',
	title: 'Choose columns',
	commands: columnsCommands,
	list: chosenList<'columns'>(({ room }, { view }) => columnChoices(choiceOf(view, room)).length),
	view: ColumnsDialog,
	spoken: {
		title: () => 'Columns',
		choice: ({ chosen, room }, { view }) => {
			const choices = columnChoices(choiceOf(view, room));
			const choice = choices[chosen];
			const column = allDownloadColumns.find(({ id }) => id === choice?.id);
			if (!choice || !column) return '';
			const about = column.about ?? column.title.toLowerCase();
			return `${about}: ${choice.shown ? 'told' : 'not told'}; ${chosen + 1} of ${choices.length}`;
		},
	},
};
