import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eachInGroups } from '../../concurrency/each-in-groups.ts';
import { hasBytesBeyond, hasPiece } from '../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../metainfo/metainfo.ts';
import type { DownloadRecord } from '../storage/record.ts';

/** Files examined at once. */
const AT_ONCE = 64;

/**
 * Returns the files at the paths of a download that may be the user's. The download created none of them, has no right
 * piece of them, and may not use existing files. So they are neither moved nor deleted. `destination`: where they are.
 */
export async function foreignFiles(
	{ ownFiles, usesFiles, bitfield }: DownloadRecord,
	metainfo: Metainfo,
	destination: string,
): Promise<ReadonlySet<MetainfoFile>> {
	const foreign = new Set<MetainfoFile>();
	if (usesFiles) return foreign;
	const unproven = metainfo.files.filter(
		(file, index) =>
			!file.padding && !hasPiece(ownFiles, index) && !hasBytesBeyond(metainfo, file, 0, bitfield),
	);
	await eachInGroups(unproven, AT_ONCE, async (file) => {
		// Empty files are created without a record of it.
		const found = await stat(join(destination, file.diskPath)).catch(() => undefined);
		if (found && (file.length > 0 || found.size > 0)) foreign.add(file);
	});
	return foreign;
}
