import { Box } from 'ink';
import { RowList, type RowListProps } from '../../../components/row-list.tsx';
import { Canvas } from '../../../terminal/canvas.tsx';
import { style } from '../../../theme/theme.ts';

/**
 * Returns the lines of a note below a list of so many rows. It has the wanted lines if the list needs no more space,
 * but at least a third of all. Small screens have none.
 */
export function noteHeight(height: number, wanted: number, rows: number): number {
	return height < 7 ? 0 : Math.min(wanted, Math.max(Math.floor(height / 3), height - 1 - rows));
}

interface ListWithNoteProps<Row> extends RowListProps<Row> {
	/** Text about the row under the cursor, formatted. If it does not fit, the number of hidden lines is shown. */
	readonly note: readonly string[];
	/** Lines of the whole note, including its rule. */
	readonly noteRows: number;
}

/** A list, and below a rule a note about the row under the cursor. */
export function ListWithNote<Row extends object>({ note, noteRows, ...list }: ListWithNoteProps<Row>) {
	const { width, height, theme } = list;
	const below = noteHeight(height, noteRows, list.rows.length);
	const rule = style(theme, 'border', '─'.repeat(width));
	const hidden = note.length - (below - 1);
	const more = style(theme, 'faint', `… ${hidden + 1} lines more`);
	const shown = hidden > 0 ? [...note.slice(0, Math.max(0, below - 2)), more] : note;
	return (
		<Box width={width} height={height} flexDirection="column">
			<RowList {...list} height={height - below} part="details" />
			{below > 0 && <Canvas width={width} height={below} lines={[rule, ...shown]} />}
		</Box>
	);
}
