import { isMissing } from '../../basics/error.ts';
import { describeInSteps } from '../../metainfo/describe.ts';
import { inSlices } from '../../metainfo/slices.ts';
import { torrentBytes } from '../../metainfo/torrent-bytes.ts';
import { whyUnreadable } from '../../metainfo/why-unreadable.ts';
import type { LocalTorrent, TorrentSize } from '../../state/adding/local-files.ts';
import { makingTree } from '../files/make-tree.ts';
import { DISK_TIMEOUT_MS, withDiskTimeout } from './timeout.ts';

/** Timeout for a complete file. */
const FILE_TIMEOUT_MS = 6 * DISK_TIMEOUT_MS;

/** Returns the size of a .torrent file's content, without its padding; undefined if it cannot be read. */
export async function readTorrentSize(path: string): Promise<TorrentSize> {
	try {
		const bytes = await withDiskTimeout(torrentBytes(path), undefined, DISK_TIMEOUT_MS);
		const { files } = await inSlices(describeInSteps(bytes));
		const own = files.filter(({ padding }) => !padding);
		return { bytes: own.reduce((sum, { length }) => sum + length, 0), files: own.length };
	} catch {
		// The reason is shown when the file is chosen.
		return undefined;
	}
}

/** Reads and checks a .torrent file. Keys are handled meanwhile. */
export async function readTorrent(path: string): Promise<LocalTorrent> {
	try {
		const bytes = await withDiskTimeout(torrentBytes(path), undefined, FILE_TIMEOUT_MS);
		const { infohash, infohash2, name, files } = await inSlices(describeInSteps(bytes));
		const listed = files.flatMap(({ path: file, length: size, padding }, index) =>
			padding ? [] : [{ index, name: file, size }],
		);
		const tree = await inSlices(makingTree(listed));
		return { status: 'read', torrent: { infohash, infohash2, name, tree } };
	} catch (error) {
		return { status: 'failed', why: whyUnreadable(error), absent: isMissing(error) };
	}
}
