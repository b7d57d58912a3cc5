import { factRows } from '../../../../../columns/fact-rows.ts';
import { takeObserved } from '../../observed-list.ts';
import { observedSection } from '../../observed-section.ts';
import { openFileColumns, openFileKind } from './columns.ts';
import { openFiles } from './slice.ts';

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
			fail: (state, failure) => openFiles.put(state, { ...openFiles.of(state), failure }),
		},
	],
});
