import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createClient } from '../../../source/client/client.ts';
import type { Deviation } from '../../../source/protocol/decode.ts';
import { serve } from '../server.ts';

/** Starts a service with scripted responses, in chunks that end at the given places. */
export async function listing() {
	let answer: { readonly bytes: Buffer; readonly cuts: readonly number[] } = {
		bytes: Buffer.from('{"downloads":[]}'),
		cuts: [],
	};
	const server = await serve((_, response) => void write(response, answer.bytes, answer.cuts));
	const mismatches: Deviation[] = [];
	const client = createClient({
		url: server.url,
		onDeviation: (name, deviations) => {
			expect(name).toBe('listDownloads');
			mismatches.push(...deviations);
		},
	});
	onTestFinished(() => client.close());
	return {
		client,
		paths: () => server.requests.map(({ path }) => path),
		mismatches,
		say: (text: string | Buffer, cuts: readonly number[] = []) => {
			answer = { bytes: Buffer.from(text), cuts };
		},
	};
}

async function write(response: ServerResponse, bytes: Buffer, cuts: readonly number[]): Promise<void> {
	const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
	let from = 0;
	for (const place of places) {
		response.write(bytes.subarray(from, place));
		from = place;
		// Yields to the event loop, so that the client usually reads each chunk separately.
		await turn();
	}
	response.end(bytes.subarray(from));
}
