import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn } from '../../../../../columns/declare.ts';
import { factRows } from '../../../../../columns/fact-rows.ts';
import { formatOrDash, sortable } from '../../../../../columns/figures.ts';
import type { OpenFile } from '../../../../../protocol/resources/debug.ts';
import { MARK_MS, type Observed } from '../../../../../state/list/observed.ts';
import { changeColumn, itemColumn, observedKind, takeObserved } from '../../observed-list.ts';
import { observedSection } from '../../observed-section.ts';
import { processColumn, processOf } from '../../process-column.ts';
import { openFiles } from './slice.ts';

const openFileColumns: readonly Column<Observed<OpenFile>>[] = [
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

const openFileKind = observedKind(openFileColumns, {
	identify: (file) => `${processOf(file)} ${file.fd} ${file.path}`,
	stateOf: () => '',
	markMs: MARK_MS,
});

/** The open files of the service. Opened and closed ones are marked. */
export const filesSection = observedSection({
	id: 'debug-files',
	title: 'Files',
	hotkey: 'f',
	noun: 'file',
	data: openFiles,
	kind: openFileKind,
	columns: openFileColumns,
	below: ({ item: { path } }, _, width) =>
		path === '' ? [] : factRows([['path', path]], width).map(({ value }) => value),
	queries: [
		{
			name: 'files',
			endpoint: 'listOpenFiles',
			every: 2_000,
			take: (state, answer, at) =>
				openFiles.put(state, takeObserved(openFiles.of(state), answer.open_files, at, openFileKind, answer)),
			fail: (state, failure) => openFiles.change(state, { failure }),
		},
	],
});
