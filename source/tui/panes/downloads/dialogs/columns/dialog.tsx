import { downloadPresets, presetAt } from '../../../../../columns/download-presets.ts';
import { allDownloadColumns } from '../../../../../columns/downloads.ts';
import { type ColumnChoice, columnChoices, usualWidth } from '../../../../../state/view/choose-columns.ts';
import { choiceOf, WIDE_COLUMNS, type WindowSize } from '../../../../../state/view/view.ts';
import { chosenList, type DialogProps, type DialogSurface } from '../../../../dialogs/dialog.ts';
import { type ChoiceLine, Choices, Dialog } from '../../../../dialogs/kit/index.ts';
import { columnsCommands } from './commands.ts';
import { shownWidths } from './shown-widths.ts';

/** Returns the window widths that the columns apply to, as text. */
function windowsOf(room: WindowSize): string {
	return room === 'narrow' ? `below ${WIDE_COLUMNS} columns` : `of ${WIDE_COLUMNS} columns and more`;
}

export const columnsText = {
	title: (room: WindowSize, preset: string) => `Columns in windows ${windowsOf(room)}: ${preset}`,
} as const;

/** Configures the columns of the list, their order and their widths. Changes apply at once. */
export function ColumnsDialog({ dialog, state, ...screen }: DialogProps<'columns'>) {
	const { view } = state;
	const choices = columnChoices(choiceOf(view, dialog.room));
	const widths = shownWidths(state, dialog.room, { columns: screen.width, rows: screen.height });
	const preset = downloadPresets[presetAt(view.columns[dialog.room])]?.name ?? 'custom';
	return (
		<Dialog title={columnsText.title(dialog.room, preset)} spoken="Columns" columns={64} screen={screen}>
			<Choices
				count={choices.length}
				chosen={dialog.chosen}
				most={20}
				lineOf={(index) => choiceLine(choices[index], widths)}
			/>
		</Dialog>
	);
}

/** `widths`: those of the visible columns by id, cells. */
function choiceLine(choice: ColumnChoice | undefined, widths: ReadonlyMap<string, number>): ChoiceLine {
	if (!choice) return { left: [] };
	const { title = choice.id, about = '' } = allDownloadColumns.find(({ id }) => id === choice.id) ?? {};
	const shows = widths.get(choice.id);
	const size = choice.width === undefined ? `${shows ?? usualWidth(choice.id)}` : `=${choice.width}`;
	const hasRoom = !choice.shown || shows !== undefined;
	return {
		left: [
			{ text: choice.shown ? ' [x] ' : ' [ ] ', token: 'key' },
			{ text: title, cells: 12 },
			{ text: size, cells: 5, align: 'right' },
			{ text: '  ' },
			{ text: hasRoom ? '' : 'no room here: ', token: 'warning' },
			{ text: about, token: 'faint' },
		],
		spoken: `${about === '' ? title.toLowerCase() : about}: ${choice.shown ? 'shown' : 'not shown'}`,
	};
}

export const columnsDialog: DialogSurface<'columns'> = {
	kind: 'columns',
	title: 'Choose columns',
	commands: columnsCommands,
	list: chosenList(({ room }, { view }) => columnChoices(choiceOf(view, room)).length),
	view: ColumnsDialog,
};
