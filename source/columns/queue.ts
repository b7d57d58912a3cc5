import type { Download } from '../protocol/resources/download.ts';
import type { Column } from './column.ts';
import { allDownloadColumns } from './downloads.ts';

/** Columns of the queue: the place first. */
export const queueColumns: readonly Column<Download>[] = ['queue', 'name', 'status', 'progress'].flatMap(
	(name) =>
		allDownloadColumns
			.filter(({ id }) => id === name)
			// A plain table is as wide as its names.
			.map(({ leastWidth: _, ...column }) => column),
);
