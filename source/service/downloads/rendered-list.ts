import { stringifyExact } from '../../protocol/exact-json.ts';
import type { EngineStatus } from '../engine/port.ts';
import type { DownloadRecord } from '../storage/record.ts';
import type { Buffered } from './content-reader.ts';
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

interface RenderedDownload {
	/** Values of the record's fields at the last rendering. */
	readonly fields: readonly unknown[];
	readonly live: EngineStatus | undefined;
	readonly json: Buffer;
}

/**
 * Serialised lists of downloads, without the optional extras. The JSON of each download is cached and rebuilt only
 * if an input changed. Every list compares the inputs, so no caller has to invalidate the cache.
 */
export class RenderedList {
	readonly #cache = new WeakMap<DownloadRecord, RenderedDownload>();

	/** Serialises the response of GET /downloads, in the given order. */
	answer(downloads: Iterable<ListedDownload>, checkpoints: object): Buffer {
		const parts: Buffer[] = [start];
		for (const download of downloads) {
			if (parts.length > 1) parts.push(comma);
			parts.push(this.#json(download));
		}
		parts.push(Buffer.from(`],"checkpoints":${JSON.stringify(checkpoints)}}`));
		return Buffer.concat(parts);
	}

	#json({ record, live, buffered, move }: ListedDownload): Buffer {
		const fields: readonly unknown[] = Object.values(record);
		const cached = this.#cache.get(record);
		// Both change constantly.
		const isSteady = buffered === undefined && move === undefined;
		if (cached && isSteady && cached.live === live && same(cached.fields, fields)) return cached.json;
		const json = Buffer.from(stringifyExact(renderDownload(record, live, { buffered, move })));
		if (isSteady) this.#cache.set(record, { fields, live, json });
		else this.#cache.delete(record);
		return json;
	}
}

const start = Buffer.from('{"downloads":[');
const comma = Buffer.from(',');

/** Whether the values are identical. Lists and bitfields are replaced, never mutated. */
function same(a: readonly unknown[], b: readonly unknown[]): boolean {
	return a.length === b.length && a.every((value, at) => Object.is(value, b[at]));
}
