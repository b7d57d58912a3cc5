import { join } from 'node:path';
import { diskName } from '../../metainfo/names.ts';
import type { DownloadRecord } from './record.ts';

/** Returns the file or folder with the data of a download, below `destination`. */
export function rootOf({ name }: Pick<DownloadRecord, 'name'>, destination: string): string {
	return join(destination, diskName(name));
}
