import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasPiece, piecesOf, setPiece } from '../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../metainfo/metainfo.ts';
import type { ImportedDownload } from './imported-download.ts';

/** Endings that clients add to the names of incomplete files. */
const INCOMPLETE_ENDINGS = ['.part', '.!qB'];
/** Files examined at once. */
const BATCH = 64;

export const diskLayoutText = {
	noFolder: (folder: string) =>
		`The folder ${folder} does not exist. Mount or create it, then recheck the download.`,
	otherName: (count: number, file: string, found: string) =>
		`${files(count)} another name: '${found}' instead of '${file}'. Rename it, then recheck the download.`,
	missing: (count: number, file: string) =>
		`${count === 1 ? '1 file is' : `${count} files are`} missing or too short, e.g. '${file}'.`,
};

function files(count: number): string {
	return count === 1 ? '1 file has' : `${count} files have`;
}

/** Claims of another client after a look at the disk. */
interface DiskLayout {
	/** Claimed pieces of files that have their names and are long enough; undefined without a claim. */
	readonly bitfield: Uint8Array | undefined;
	/** Why the data is not as claimed, in sentences; empty if it may be. */
	readonly problem: string;
}

/**
 * Compares the claimed pieces with names and lengths of the files. Reads no data: the engine reads a sample of it. Pieces
 * of files with another name are not claimed any more.
 */
export async function examineLayout(download: ImportedDownload): Promise<DiskLayout> {
	const { metainfo, destination, renamed } = download;
	if (!download.bitfield) return { bitfield: undefined, problem: '' };
	const bitfield = Uint8Array.from(download.bitfield);
	const claimed = metainfo.files.flatMap((file, index) => {
		const end = file.padding ? 0 : claimedEnd(metainfo, file, bitfield);
		return end > 0 ? [{ file, end, other: renamed.get(index) }] : [];
	});
	if (claimed.length === 0) return { bitfield, problem: '' };
	if (!(await isFolder(destination))) {
		return { bitfield: bitfield.fill(0), problem: diskLayoutText.noFolder(destination) };
	}
	const faults: { readonly file: MetainfoFile; readonly found: string | undefined }[] = [];
	for (let start = 0; start < claimed.length; start += BATCH) {
		const batch = claimed.slice(start, start + BATCH);
		const found = await Promise.all(
			batch.map(({ file, end, other }) => faultOf(destination, file, end, other)),
		);
		faults.push(...found.filter((fault) => fault !== undefined));
	}
	for (const { file } of faults) {
		const pieces = piecesOf(metainfo, file);
		for (let index = pieces?.first ?? 0; pieces && index <= pieces.last; index++)
			setPiece(bitfield, index, false);
	}
	return { bitfield, problem: problemOf(faults) };
}

/** Returns the number of bytes from the start of a file to the end of its last claimed piece. */
function claimedEnd(metainfo: Metainfo, file: MetainfoFile, bitfield: Uint8Array): number {
	const pieces = piecesOf(metainfo, file);
	if (!pieces) return 0;
	for (let index = pieces.last; index >= pieces.first; index--) {
		if (!hasPiece(bitfield, index)) continue;
		return Math.min(file.length, (index + 1) * metainfo.pieceLength - file.offset);
	}
	return 0;
}

async function faultOf(destination: string, file: MetainfoFile, end: number, other: string | undefined) {
	if (other !== undefined) return { file, found: other };
	const path = join(destination, file.diskPath);
	if ((await sizeOf(path)) >= end) return undefined;
	for (const ending of INCOMPLETE_ENDINGS) {
		if ((await sizeOf(path + ending)) >= end) return { file, found: file.diskPath + ending };
	}
	return { file, found: undefined };
}

function problemOf(faults: readonly { readonly file: MetainfoFile; readonly found: string | undefined }[]) {
	const named = faults.filter(({ found }) => found !== undefined);
	const missing = faults.filter(({ found }) => found === undefined);
	const [first] = named;
	const [lost] = missing;
	return [
		...(first ? [diskLayoutText.otherName(named.length, first.file.diskPath, first.found ?? '')] : []),
		...(lost ? [diskLayoutText.missing(missing.length, lost.file.diskPath)] : []),
	].join(' ');
}

/** Returns the length of a plain file, bytes; -1 if there is none. */
async function sizeOf(path: string): Promise<number> {
	const found = await stat(path).catch(() => undefined);
	return found?.isFile() ? found.size : -1;
}

async function isFolder(path: string): Promise<boolean> {
	return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
