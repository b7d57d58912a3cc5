import type { File } from '../../protocol/resources/file.ts';
import { fileProgress } from '../metainfo/layout.ts';
import type { DownloadRecord } from '../storage/record.ts';
import type { Downloads } from './downloads.ts';

/** The files of a download with what is wanted of them and how far each is; empty while the metadata is missing. */
export function listFiles(downloads: Downloads, record: DownloadRecord): File[] {
	const metainfo = downloads.metainfo(record);
	if (!metainfo) return [];
	const progress = fileProgress(metainfo, record.bitfield);
	const wanted = record.selected && new Set(record.selected);
	return metainfo.files.map((file, index) => ({
		index,
		name: file.path,
		size: file.length,
		included: wanted === null || wanted.has(index),
		progress: progress[index] ?? 0,
	}));
}
