import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../../basics/error.ts';
import { eachInGroups } from '../../concurrency/each-in-groups.ts';
import { hasBytesBeyond, hasPiece, wholePieces } from '../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../metainfo/metainfo.ts';
import { isBlank, isUnfilled } from '../storage/blank-file.ts';
import type { DownloadRecord } from '../storage/record.ts';

/** Files examined at once. */
const AT_ONCE = 64;

/**
 * Returns the files at the paths of a download that may be the user's: they have data, but no right piece. So they are
 * neither moved nor deleted. A file that the download created is its own while it has gaps, or has no piece of its own.
 * `destination`: where they are. Rejects with the system's error.
 */
export async function foreignFiles(
	{ ownFiles, bitfield }: Pick<DownloadRecord, 'ownFiles' | 'bitfield'>,
	metainfo: Metainfo,
	destination: string,
): Promise<ReadonlySet<MetainfoFile>> {
	const foreign = new Set<MetainfoFile>();
	const own = new Set(metainfo.files.filter((_, index) => hasPiece(ownFiles, index)));
	const unproven = metainfo.files.filter(
		(file) => !file.padding && !hasBytesBeyond(metainfo, file, 0, bitfield),
	);
	await eachInGroups(unproven, AT_ONCE, async (file) => {
		const path = join(destination, file.diskPath);
		const found = await stat(path).catch(ignoreMissing);
		// Empty files are created without a record of it.
		if (!found || (file.length === 0 && found.size === 0)) return;
		const isOurs =
			found.isFile() &&
			(own.has(file)
				? wholePieces(metainfo, file) === null || (await isUnfilled(found, () => open(path)))
				: await isBlank(found, file.length, () => open(path)));
		if (!isOurs) foreign.add(file);
	});
	// In their order in the torrent, so that messages name the first one.
	return new Set(unproven.filter((file) => foreign.has(file)));
}
