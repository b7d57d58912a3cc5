import { stringifyExact } from '../../protocol/exact-json.ts';
import type { EngineStatus } from '../engine/port.ts';
import type { DownloadRecord } from '../storage/record.ts';
import type { Buffered } from './content-reader.ts';
import { renderDownload } from './render.ts';

/** What a download is rendered from, all of it: whoever gives `renderDownload` more must give it here too. */
export interface Listed {
	readonly record: DownloadRecord;
	/** Is replaced by another object when it changes. */
	readonly live: EngineStatus | undefined;
	readonly buffered: Buffered | undefined;
}

interface Rendered {
	/** The values of the record's fields as they were. */
	readonly fields: readonly unknown[];
	readonly live: EngineStatus | undefined;
	readonly json: Buffer;
}

/**
 * Lists of downloads as JSON, without the extras of a request. The JSON of each download is kept and made anew only
 * when something differs that it is made of. That is found out by comparing, at every list: nobody who changes a
 * record has to tell, and so nothing can be forgotten.
 */
export class RenderedList {
	readonly #kept = new WeakMap<DownloadRecord, Rendered>();

	/** The whole answer of GET /downloads, in the order given. */
	answer(downloads: Iterable<Listed>, checkpoints: object): Buffer {
		const parts: Buffer[] = [start];
		for (const download of downloads) {
			if (parts.length > 1) parts.push(comma);
			parts.push(this.#json(download));
		}
		parts.push(Buffer.from(`],"checkpoints":${JSON.stringify(checkpoints)}}`));
		return Buffer.concat(parts);
	}

	#json({ record, live, buffered }: Listed): Buffer {
		const fields: readonly unknown[] = Object.values(record);
		const kept = this.#kept.get(record);
		if (kept && buffered === undefined && kept.live === live && same(kept.fields, fields)) return kept.json;
		const json = Buffer.from(stringifyExact(renderDownload(record, live, { buffered })));
		// What is streamed moves all the time.
		if (buffered === undefined) this.#kept.set(record, { fields, live, json });
		else this.#kept.delete(record);
		return json;
	}
}

const start = Buffer.from('{"downloads":[');
const comma = Buffer.from(',');

/** Are these the same values? Lists and bitfields in them are replaced, never changed in place. */
function same(a: readonly unknown[], b: readonly unknown[]): boolean {
	return a.length === b.length && a.every((value, at) => Object.is(value, b[at]));
}
