import { fixedRows, part } from '../kit/index.ts';
import { type Listed, listLines, type Parts } from './list.ts';
import { listedText } from './spoken.ts';

interface SubjectsProps {
	readonly subjects: readonly Listed[];
	/** Index of the first visible row. */
	readonly scroll: number;
	readonly parts: Parts;
}

/** The downloads of a question, as a table that is scrolled. A single one is named in the question. */
export const Subjects = part<SubjectsProps>({
	rows: ({ parts: { list, roomy } }) => fixedRows(list === 0 ? 0 : list + (roomy ? 1 : 0)),
	draw: ({ subjects, scroll, parts }, { theme, columns }) => ({
		lines: listLines(theme, subjects, { scroll, parts, columns }),
	}),
	speak: ({ subjects, scroll }) => ({ live: listedText(subjects, scroll) }),
});
