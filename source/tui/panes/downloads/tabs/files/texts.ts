import { bytes } from '../../../../../format/bytes.ts';
import { shortenMiddle } from '../../../../../format/cells.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { wrapWhole } from '../../../../../format/wrap-whole.ts';
import { pathUnderCursor } from '../../../../../state/details/files-under-cursor.ts';
import type { FilesSlice } from '../../../../../state/files/files.ts';
import { filesFilterWords } from '../../../../../state/files/filter.ts';
import type { Segment } from '../../../../components/compose-line.ts';

/** Returns '12 of 40 files selected, 4.1 GiB of 9.0 GiB'. */
export function summarySegments({ all }: FilesSlice): Segment[] {
	if (!all) return [{ text: 'Reading all files…', token: 'faint' }];
	const { selectedFiles, selectedBytes } = all.figures.all;
	const { nodes, size } = all.tree;
	const selected = `${selectedFiles} of ${nodes.size} files selected, ${bytes(selectedBytes)} of ${bytes(size)}`;
	const pending = all.choice.changes.length + all.priorities.changes.length;
	return pending === 0
		? [{ text: selected }]
		: [{ text: selected }, { text: `  ${pending} pending`, token: 'busy' }];
}

/** Returns '1 file', '12 files'. */
export const countOfFiles = (count: number) => `${count} file${count === 1 ? '' : 's'}`;

export function filterSegments({ all, filter }: FilesSlice): Segment[] {
	if (filesFilterWords(filter).length === 0) return [];
	const found = all?.filtered ? ` ${countOfFiles(all.filtered.files)}` : '';
	return [{ text: `  filter: ${sanitize(filter, 60)}`, token: 'faint' }, { text: found }];
}

/** Message for a download without metadata. */
export const unknownFiles = [
	'The files are not known yet.',
	'They appear when the metadata of the download arrives.',
];
/** Message for a filter without matches. */
export const nothingFound = ['No file has these words in its path.', 'Press backspace to show all files.'];

/** Maximum of characters of a path. */
const MAX_PATH = 4_000;

/** Returns the whole path under the cursor, in at most so many lines; its middle is cut first. Sanitized. */
export function pathLines(files: FilesSlice, width: number, rows: number): string[] {
	const path = pathUnderCursor(files);
	if (path === undefined || rows <= 0) return [];
	// At a line break, a wide character may leave one cell blank.
	const room = rows === 1 ? width : (width - 1) * rows;
	return wrapWhole(shortenMiddle(sanitize(path, MAX_PATH), room), width).slice(0, rows);
}

/** Returns the lines for the path below a tree of so many lines: none where the tree needs them all. */
export function pathRowsOf(height: number): number {
	return height < 6 ? 0 : height < 12 ? 1 : 2;
}
