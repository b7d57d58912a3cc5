import type { Metainfo, MetainfoFile } from '../../../../../metainfo/metainfo.ts';

/** Bytes of the torrent's data, `to` excluded. */
export interface ByteRange {
	readonly from: number;
	readonly to: number;
}

/** A part of one file; positions are relative to the start of the file, `to` excluded. */
export interface FileRange extends ByteRange {
	readonly file: MetainfoFile;
}

/** Returns the parts of files, padding included, that hold a range of the torrent's data. */
export function* fileRanges({ files }: Metainfo, { from, to }: ByteRange): Generator<FileRange> {
	for (let index = firstFileAt(files, from); index < files.length; index++) {
		const file = files[index];
		if (!file || file.offset >= to) return;
		const start = Math.max(from, file.offset);
		const end = Math.min(to, file.offset + file.length);
		if (start < end) yield { file, from: start - file.offset, to: end - file.offset };
	}
}

/** Returns the index of the first file that ends after a position. Files are ordered by offset. */
function firstFileAt(files: readonly MetainfoFile[], position: number): number {
	let low = 0;
	let high = files.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const file = files[middle];
		if (file && file.offset + file.length <= position) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Returns the URL of a file on a web seed (BEP 19). A torrent of one file may name the file itself. */
export function fileUrl(webSeed: string, metainfo: Metainfo, file: MetainfoFile): URL {
	const [base = ''] = webSeed.split('#');
	const folder = base.endsWith('/');
	if (metainfo.isSingleFile) return new URL(folder ? base + encodeURIComponent(metainfo.name) : base);
	const path = [metainfo.name, ...file.path.split('/')].map(encodeURIComponent).join('/');
	return new URL(`${folder ? base : `${base}/`}${path}`);
}
