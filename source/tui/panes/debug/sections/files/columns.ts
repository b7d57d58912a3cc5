import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn } from '../../../../../columns/declare.ts';
import { formatOrDash, sortable } from '../../../../../columns/figures.ts';
import type { OpenFile } from '../../../../../protocol/resources/debug.ts';
import { MARK_MS, type Observed } from '../../../../../state/list/observed.ts';
import { changeColumn, itemColumn, observedKind } from '../../observed-list.ts';
import { processColumn, processOf } from '../../process-column.ts';

export const openFileColumns: readonly Column<Observed<OpenFile>>[] = [
	itemColumn<OpenFile>({
		...numberColumn('fd', 'FD', 5, 2, ({ fd }) => formatOrDash(fd, String)),
		sortKey: ({ fd }) => sortable(fd),
	}),
	itemColumn<OpenFile>(processColumn(3)),
	itemColumn<OpenFile>({
		...growingColumn('path', 'PATH', 20, ({ path }) => path),
		sortKey: ({ path }) => path,
	}),
	changeColumn(),
];

export const openFileKind = observedKind(openFileColumns, {
	identify: (file) => `${processOf(file)} ${file.fd} ${file.path}`,
	stateOf: () => '',
	markMs: MARK_MS,
});
