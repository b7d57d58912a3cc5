import { join, relative, sep } from 'node:path';
import type { Metainfo } from '../../metainfo/metainfo.ts';
import { diskName } from '../../metainfo/names.ts';
import { unfinishedMove } from '../moving/intent.ts';
import { isWithin, realLocation } from '../storage/path-guard.ts';
import type { DownloadRecord } from '../storage/record.ts';
import type { DownloadRegistry } from './download-registry.ts';

interface Others {
	readonly registry: DownloadRegistry;
	/** Returns the metainfo of a download; undefined while it is missing or damaged. */
	readonly metainfo: (record: DownloadRecord) => Metainfo | undefined;
}

/**
 * Returns file paths of other downloads, with '/', relative to `destination`, where the data of `record` is or will
 * be. Data of one download may be inside that of another, and links may lead to the same folder. A download that is
 * being moved has two places.
 */
export async function pathsOfOthers(
	{ registry, metainfo }: Others,
	record: DownloadRecord,
	destination: string,
): Promise<ReadonlySet<string>> {
	const folders = new Map<string, Promise<string>>();
	const realFolder = (path: string): Promise<string> => {
		const folder = folders.get(path) ?? realLocation(path);
		folders.set(path, folder);
		return folder;
	};
	const own = await realFolder(destination);
	const paths = new Set<string>();
	for (const other of [...registry.records]) {
		if (other === record) continue;
		const moved = unfinishedMove(other);
		for (const place of moved ? [moved.from, moved.to] : [other.destination]) {
			const folder = await realFolder(place);
			if (!overlap(rootOf(record, own), rootOf(other, folder))) continue;
			await registry.readAhead(other);
			for (const { diskPath } of metainfo(other)?.files ?? [])
				paths.add(relative(own, join(folder, diskPath)).split(sep).join('/'));
		}
	}
	return paths;
}

/** Returns the file or folder with the data of a download, below `destination`. */
export function rootOf({ name }: Pick<DownloadRecord, 'name'>, destination: string): string {
	return join(destination, diskName(name));
}

/** Whether two paths are the same, or one is inside the other. */
export function overlap(one: string, other: string): boolean {
	return isWithin(one, other) || isWithin(other, one);
}
