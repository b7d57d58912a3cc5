import { fixedRows, part } from '../kit/index.ts';
import { listedText } from './sentences.ts';
import { type Listed, listLines, type Table } from './subject-table.ts';

interface SubjectsProps {
	readonly subjects: readonly Listed[];
	/** Index of the first visible row. */
	readonly scroll: number;
	readonly table: Table;
}

/** The downloads of a question, as a table that is scrolled. A single one is named in the question. */
export const Subjects = part<SubjectsProps>({
	rows: ({ table: { rows, hasTitles } }) => fixedRows(rows === 0 ? 0 : rows + (hasTitles ? 1 : 0)),
	draw: ({ subjects, scroll, table }, { theme, columns }) => ({
		lines: listLines(theme, subjects, { scroll, table, columns }),
	}),
	speak: ({ subjects, scroll }) => ({ live: listedText(subjects, scroll) }),
});
