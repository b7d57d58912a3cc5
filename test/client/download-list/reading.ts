import type { Block } from '../../../source/client/download-list/block.ts';
import { unusedBuffers } from '../../../source/client/download-list/block-writer.ts';
import { ListReader } from '../../../source/client/download-list/list-reader.ts';
import { TimeSlice } from '../../../source/client/download-list/time-slice.ts';
import { decode } from '../../../source/protocol/decode.ts';
import { Download } from '../../../source/protocol/resources/download.ts';

/** Reads responses, each compared with the previous one. All chunks share the same memory. */
export class Reading {
	blocks: readonly Block[] = [];
	/** Number of decoded items of the last response. */
	decoded = 0;
	#spare: Buffer[] = [];

	/** Returns the downloads of a response, read in chunks that end at the given places. */
	async read(bytes: Uint8Array, cuts: readonly number[] = []): Promise<(Download | undefined)[]> {
		this.decoded = 0;
		const decodeOne = (value: unknown) => {
			this.decoded++;
			return typeof value === 'object' && value !== null ? decode(Download, value).value : undefined;
		};
		const reader = new ListReader(this.blocks, this.#spare, decodeOne, new TimeSlice());
		const place = Buffer.alloc(bytes.length);
		let from = 0;
		for (const to of [...cuts, bytes.length]) {
			if (to <= from) continue;
			const portion = place.subarray(0, to - from);
			portion.set(bytes.subarray(from, to));
			const waiting = reader.take(portion);
			// The reader must have copied the bytes it keeps.
			portion.fill(0x7a);
			await waiting;
			from = to;
		}
		if (!reader.complete) throw new SyntaxError('The list has no end.');
		this.#spare = unusedBuffers(this.#spare, this.blocks, reader.blocks);
		for (const free of this.#spare) free.fill(0x7a);
		this.blocks = reader.blocks;
		return this.blocks.flatMap(({ values }) => values);
	}
}
