import { fileProgress } from '../../metainfo/layout.ts';
import { stringifyExact } from '../../protocol/exact-json.ts';
import type { File } from '../../protocol/resources/file.ts';
import type { DownloadRecord } from '../storage/record.ts';
import type { DownloadRegistry } from './download-registry.ts';

/** Files serialized per step. */
const FILES_PER_STEP = 1_000;

/** Returns the files of a download with selection and progress; empty while the metadata is missing. */
export function listFiles(registry: DownloadRegistry, record: DownloadRecord): File[] {
	const metainfo = registry.metainfo(record);
	if (!metainfo) return [];
	const progress = fileProgress(metainfo, record.bitfield);
	const selected = record.selected && new Set(record.selected);
	return metainfo.files.map((file, index) => ({
		index,
		name: file.path,
		size: file.length,
		included: selected === null || selected.has(index),
		progress: progress[index] ?? 0,
		priority: record.priorities.get(index) ?? 'normal',
	}));
}

/** Serializes the response of GET /downloads/{infohash}/files in steps of a few milliseconds. */
export function* writeFiles(files: readonly File[]): Generator<void, Buffer> {
	const parts: Buffer[] = [Buffer.from('{"files":[')];
	for (let from = 0; from < files.length; from += FILES_PER_STEP) {
		const json = stringifyExact(files.slice(from, from + FILES_PER_STEP));
		parts.push(Buffer.from((from > 0 ? ',' : '') + json.slice(1, -1)));
		yield;
	}
	parts.push(Buffer.from(']}'));
	return Buffer.concat(parts);
}
