import { bytes } from '../format/bytes.ts';
import { percent } from '../format/share.ts';
import type { File } from '../protocol/resources/file.ts';
import type { Column } from './column.ts';
import { growingColumn, numberColumn, textColumn, withData } from './declare.ts';
import { decimal, formatOrDash, unknown } from './figures.ts';

/** Columns of the list of files. Folders of a tree have an index below 0. */
export const fileColumns: readonly Column<File>[] = [
	numberColumn('index', 'NO', 5, 2, ({ index }) => (index < 0 ? unknown : decimal(index))),
	growingColumn('name', 'NAME', 20, ({ name }) => name),
	withData(
		numberColumn('size', 'SIZE', 8, 3, ({ size }) => formatOrDash(size, bytes)),
		({ size }) => size,
	),
	withData(
		numberColumn('progress', 'DONE', 6, 1, ({ progress }) => formatOrDash(progress, percent)),
		({ progress }) => progress,
	),
	textColumn('wanted', 'SELECTED', 8, 4, ({ included }) =>
		included === undefined ? unknown : included ? 'yes' : 'no',
	),
	textColumn('priority', 'PRIORITY', 8, 5, ({ priority }) => priority ?? unknown),
];
