import { stringifyExact } from '../../protocol/exact-json.ts';
import type { Checkpoints, Download } from '../../protocol/resources/download.ts';
import type { EngineStatus } from '../engine/port.ts';
import { type Revised, RevisedList } from '../http/revised-list.ts';
import type { DownloadRecord } from '../storage/record.ts';
import type { Buffered } from './download-content.ts';
import type { MoveProgress } from './moves.ts';
import { renderDownload } from './render.ts';

/** All inputs of a rendered download. New inputs of `renderDownload` must be added here. */
export interface ListedDownload {
	readonly record: DownloadRecord;
	/** Replaced by a new object on every change. */
	readonly live: EngineStatus | undefined;
	readonly buffered: Buffered | undefined;
	/** Present while its data is moved. */
	readonly move: MoveProgress | undefined;
}

/** Returns an empty list of downloads. */
export function newDownloadList(): RevisedList<ListedDownload, Download> {
	return new RevisedList({
		keyOf: ({ record }) => record.infohash,
		copyOf: (listed) => ({ ...listed, record: { ...listed.record } }),
		// Buffers and moves change constantly.
		isSame: (listed, copy) =>
			!listed.buffered &&
			!listed.move &&
			!copy.buffered &&
			!copy.move &&
			listed.live === copy.live &&
			hasSameFields(listed.record, copy.record),
		render: ({ record, live, buffered, move }) => renderDownload(record, live, { buffered, move }),
	});
}

/** Whether the values are identical. Lists and bitfields of a record are replaced, never mutated. */
function hasSameFields(record: DownloadRecord, copy: DownloadRecord): boolean {
	for (const name in record) {
		const field = name as keyof DownloadRecord;
		if (record[field] !== copy[field]) return false;
	}
	return true;
}

/**
 * Writes the response of GET /downloads in steps. A download that is not complete has the fields that changed, and the
 * names of those that it lost as `absent`.
 */
export function* writeDownloads(
	{ revision, rows, removed }: Revised<Download>,
	checkpoints: Checkpoints,
): Generator<void, string> {
	const items: string[] = [];
	for (const { value, fields } of rows) {
		items.push(stringifyExact(fields ? partOf(value, fields) : value));
		yield;
	}
	const rest = JSON.stringify({ removed, checkpoints });
	return `{"revision":"${revision}","downloads":[${items}],${rest.slice(1)}`;
}

function partOf(download: Download, fields: readonly string[]): object {
	const values = Object.entries(download).filter(([name]) => fields.includes(name));
	const absent = fields.filter((name) => !(name in download));
	return { infohash: download.infohash, ...Object.fromEntries(values), absent };
}
