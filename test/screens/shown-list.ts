import { allDownloadColumns } from '../../source/columns/downloads.ts';
import type { ShownScreen } from '../terminal/shown-screen.ts';

/** Cells of the screen: from `left` up to but not `right`, from `top` up to but not `bottom`. */
export interface Place {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** Returns the number of visible rows of a list. */
export function rowsShown(screen: ShownScreen, { left, right, top, bottom }: Place): number {
	let rows = 0;
	while (top + 1 + rows < bottom && screen.part(top + 1 + rows, left, right).trim() !== '') rows++;
	return rows;
}

/**
 * Returns the faults of the columns of a list whose downloads differ only in their names. The titles are in the
 * first row of the place. The first row must be aligned with the titles, and all others with the first.
 */
export function misalignments(screen: ShownScreen, place: Place): string[] {
	const { left, right, top } = place;
	const titleRow = screen.part(top, left, right);
	const titles = [...titleRow.matchAll(/\S+/g)].map(({ 0: title, index }) => ({
		column: allDownloadColumns.find((column) => column.title === title.replace(/^[↑↓]/, '')),
		title,
		first: left + index,
		last: left + index + title.length - 1,
	}));
	// The sign of the state has no title.
	const [name, second] = titles;
	if (name?.column?.id !== 'name' || name.first > left + 3 || second === undefined) {
		return [`the titles are ${titles.map(({ title }) => title)}`];
	}
	const faults: string[] = [];
	const at = (x: number) => (x >= right ? ' ' : screen.part(top + 1, x, x + 1));
	for (const { column, title, first, last } of titles.slice(1)) {
		const [value, beside] = column?.align === 'right' ? [last, last + 1] : [first, first - 1];
		// The graph of the last minute of an idle download is blank.
		const isMissing = column?.isLive !== true && at(value) === ' ';
		if (column === undefined || isMissing || at(beside) !== ' ') {
			faults.push(`${title} does not stand above its values`);
		}
	}
	const behind = second.first - 1;
	const expected = screen.part(top + 1, behind, right);
	if (expected.length !== right - behind) faults.push(`the first row has ${JSON.stringify(expected)}`);
	const end = top + 1 + rowsShown(screen, place);
	for (let y = top + 2; y < end; y++) {
		const values = screen.part(y, behind, right);
		if (values === expected) continue;
		const row = JSON.stringify(screen.part(y, left, right));
		faults.push(`row ${y} is ${row.slice(0, 300)}, not ending in '${expected}'`);
	}
	return faults;
}
