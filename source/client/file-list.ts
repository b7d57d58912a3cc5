import { decode } from '../protocol/decode.ts';
import { type EndpointRequest, endpoints } from '../protocol/endpoints/table.ts';
import { parseExact } from '../protocol/exact-json.ts';
import type { File } from '../protocol/resources/file.ts';
import { ListStart } from './download-list/list-start.ts';
import { TimeSlice } from './download-list/time-slice.ts';
import { isBlank, ValueEnd } from './download-list/value-end.ts';
import { MalformedError } from './errors.ts';
import { DeviationTally } from './http/mismatch-tally.ts';
import type { CallOptions } from './http/requests.ts';
import type { PlainClient } from './plain-client.ts';
import { parseAnswer, refuseError, refuseOther } from './response.ts';

const { response } = endpoints.listFiles;

/** Number of bytes parsed at a time: some hundred files, about 1 ms. */
const STEP_BYTES = 32 * 1024;

/**
 * Reads the files of a download as the client's listFiles, with the same errors. A long list is read in short time
 * slices, between which keys are handled. 100,000 files are 12 MB.
 */
export async function readFiles(
	client: Pick<PlainClient, 'requests'>,
	request: EndpointRequest<'listFiles'>,
	call: CallOptions = {},
): Promise<readonly File[]> {
	const { what, body } = await client.requests.open('listFiles', request, call);
	const bytes = await body.bytes();
	const tally = new DeviationTally();
	const begin = bytes.length <= STEP_BYTES ? -1 : new ListStart('files').find(bytes, 0);
	if (begin < 0) {
		const answer = parseAnswer(what, bytes);
		refuseError(what, answer);
		const { value, deviations } = decode(response, answer);
		refuseOther(what, deviations);
		client.requests.report('listFiles', deviations);
		return value.files;
	}
	try {
		const list = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
		const { files, end } = await readItems(list, begin + 1, tally);
		// The JSON around the list must be valid too.
		refuseError(what, parseAnswer(what, Buffer.concat([list.subarray(0, begin + 1), list.subarray(end)])));
		client.requests.report('listFiles', tally.all);
		return files;
	} catch (error) {
		throw error instanceof SyntaxError ? new MalformedError(what, 'the response is not JSON', error) : error;
	}
}

interface ReadList {
	readonly files: readonly File[];
	/** Offset of the closing bracket. */
	readonly end: number;
}

/** Reads the items of a JSON list that begins at `from`. The parser checks the separators. */
async function readItems(bytes: Buffer, from: number, tally: DeviationTally): Promise<ReadList> {
	const files: File[] = [];
	const slice = new TimeSlice();
	const end = new ValueEnd();
	slice.begin();
	let step = skipBlanks(bytes, from);
	// An empty list ends where its first item would begin.
	if (bytes[step] === 0x5d) return { files, end: step };
	for (let at = step; ; ) {
		end.reset();
		const stop = end.find(bytes, at, bytes.length);
		if (stop <= at) throw new SyntaxError('An item of the list is missing, or has no end.');
		const next = skipBlanks(bytes, stop);
		const isLast = bytes[next] === 0x5d;
		if (isLast || next - step >= STEP_BYTES) {
			const items = parseExact(`{"files":[${bytes.toString('utf8', step, stop)}]}`);
			const { value, deviations } = decode(response, items);
			for (const deviation of deviations) tally.add(deviation);
			files.push(...value.files);
			step = skipBlanks(bytes, next + 1);
		}
		if (isLast) return { files, end: next };
		if (bytes[next] !== 0x2c) throw new SyntaxError('Two items without a comma.');
		at = skipBlanks(bytes, next + 1);
		if (slice.over) await slice.next();
	}
}

function skipBlanks(bytes: Uint8Array, from: number): number {
	let at = from;
	while (isBlank(bytes[at])) at++;
	return at;
}
