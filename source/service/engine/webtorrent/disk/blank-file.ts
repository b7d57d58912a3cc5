import type { DataFolder } from './data-folder.ts';

const BLOCK = Buffer.alloc(1024 * 1024);

/** Maximum allocated blocks of a file without data: ZFS has one for each file. */
const MAX_BLOCKS = 1;

/**
 * Whether a file has this length but no data, as one that was created and never written. The file is read, because some
 * file systems report no allocation for any file, and others keep small files elsewhere.
 */
export async function isBlank(
	folder: DataFolder,
	path: string,
	{ length, signal }: { readonly length: number; readonly signal: AbortSignal },
): Promise<boolean> {
	const found = await folder.stat(path);
	if (!found?.isFile() || found.size !== length || found.blocks > MAX_BLOCKS) return false;
	const handle = await folder.open(path, 'read');
	try {
		const data = Buffer.allocUnsafe(Math.min(length, BLOCK.length));
		for (let position = 0; position < length; ) {
			signal.throwIfAborted();
			const { bytesRead } = await handle.read(data, 0, data.length, position);
			if (bytesRead === 0 || BLOCK.compare(data, 0, bytesRead, 0, bytesRead) !== 0) return false;
			position += bytesRead;
		}
		return true;
	} finally {
		await handle.close();
	}
}
