import { MetainfoError } from './error.ts';
import type { Metainfo } from './metainfo.ts';

/** Message about the file selection of a magnet link. */
export const INVALID_SELECTION =
	"this magnet link cannot be used: its selection of files (so) is not like '0,2,6-8'";

/** Indices of files, both inclusive. */
export interface FileRange {
	readonly first: number;
	readonly last: number;
}

/**
 * Parses the file selection of a magnet link (BEP 53) such as '0,2,4,6-8'. Ranges are not expanded, because they may
 * contain billions of indices.
 * @throws MetainfoError with the problem in one sentence.
 */
export function parseSelection(text: string): FileRange[] {
	return text.split(',').map((item) => {
		const found = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(item.trim());
		const first = Number(found?.[1]);
		const last = Number(found?.[2] ?? found?.[1]);
		if (!found || last < first) {
			throw new MetainfoError(INVALID_SELECTION);
		}
		return { first, last };
	});
}

/**
 * Returns the indices in `ranges` of a torrent with `count` files. If there are indices outside the torrent, the
 * first of them is the last item. Thus an invalid selection remains invalid. There are at most `count` others.
 */
export function indicesOf(ranges: readonly FileRange[], count: number): number[] {
	const indices: number[] = [];
	let outside: number | undefined;
	let next = 0;
	for (const { first, last } of [...ranges].sort((a, b) => a.first - b.first)) {
		for (let index = Math.max(first, next); index <= last && index < count; index++) indices.push(index);
		next = Math.max(next, last + 1);
		if (last >= count) outside ??= Math.max(first, count);
	}
	if (outside !== undefined) indices.push(outside);
	return indices;
}

/** Returns the first index outside the torrent, or undefined. */
export function indexOutside({ files }: Metainfo, selected: readonly number[] | null): number | undefined {
	return selected?.find((index) => !Number.isInteger(index) || index < 0 || index >= files.length);
}

/** Returns the message that a torrent of `count` files has no file `index`. */
export function noSuchFile(index: number, count: number): string {
	return `There is no file ${index}: the download has ${count} files, counted from 0.`;
}
