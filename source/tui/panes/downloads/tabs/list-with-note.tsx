import { Box } from 'ink';
import { RowList, type RowListProps } from '../../../components/row-list.tsx';
import { Canvas } from '../../../terminal/canvas.tsx';
import { style } from '../../../theme/theme.ts';

/**
 * Lines of a note below a list of so many rows: as many as wanted, of what the list leaves, and a third of all in any
 * case. None in little room.
 */
export function noteHeight(height: number, wanted: number, rows: number): number {
	return height < 7 ? 0 : Math.min(wanted, Math.max(Math.floor(height / 3), height - 1 - rows));
}

export interface ListWithNoteProps<Row> extends RowListProps<Row> {
	/** What is said of the row under the cursor, formatted; of what does not fit it is told how much that is. */
	readonly note: readonly string[];
	/** Lines that the note would have, its rule among them. */
	readonly noteRows: number;
}

/** A list, and below a rule what there is to say of the row under the cursor. */
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
