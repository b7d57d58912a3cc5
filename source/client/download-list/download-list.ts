import { type Deviation, decode } from '../../protocol/decode.ts';
import { decodeOwned } from '../../protocol/decode-owned.ts';
import { expectation } from '../../protocol/decode-values.ts';
import type { Endpoint, UnsentRequest } from '../../protocol/endpoint.ts';
import { type EndpointAnswer, type EndpointQuery, endpoints } from '../../protocol/endpoints/table.ts';
import { stringifyExact } from '../../protocol/exact-json.ts';
import { downloadRepair } from '../../protocol/repair/downloads.ts';
import { type Fields, isFields } from '../../protocol/repair/fields.ts';
import { Download } from '../../protocol/resources/download.ts';
import type { Client } from '../client.ts';
import { MalformedError } from '../errors.ts';
import { DeviationTally } from '../http/mismatch-tally.ts';
import type { CallOptions, OpenedResponse } from '../http/requests.ts';
import { parseAnswer, refuseError, refuseOther } from '../response.ts';
import type { Block } from './block.ts';
import { unusedBuffers } from './block-writer.ts';
import { ListReader, listPlaceholder } from './list-reader.ts';
import { SharedTexts } from './shared-texts.ts';
import { TimeSlice } from './time-slice.ts';

type Answer = EndpointAnswer<'listDownloads'>;

/** The last response, which the next one is compared with. */
interface LastResponse {
	/** The serialized query. Responses to different queries are not compared. */
	readonly query: string;
	/** The list, and unused buffers. */
	readonly blocks: readonly Block[];
	readonly spare: Buffer[];
	/** The bytes around the list, and their decoded value. */
	readonly rest: Buffer;
	readonly answer: Answer;
}

/** Maximum duration of a slice of a first response, for which the user waits. Longer than usual, below a frame. */
const FIRST_SLICE_MS = 5;

const entry: Endpoint = endpoints.listDownloads;
const { response } = endpoints.listDownloads;

/**
 * The repeatedly requested list of downloads. Long lists are read in short time slices. Unchanged values stay the
 * same object: a download, the checkpoints, the list, the response. Deviations are reported when an item is read,
 * and not again while it is unchanged.
 */
export class DownloadList {
	#last: LastResponse | undefined;
	readonly #texts = new SharedTexts();

	/**
	 * Requests the list as the client's listDownloads, with the same errors. A failed response changes nothing.
	 * `onFirstRows` is called at most once, if a first response is long, with its first downloads while the others arrive.
	 */
	async fetch(
		client: Client,
		query: EndpointQuery<'listDownloads'>,
		call: CallOptions = {},
		onFirstRows?: (downloads: readonly Download[]) => void,
	): Promise<Answer> {
		const serialized = stringifyExact(query);
		const last = this.#last?.query === serialized ? this.#last : undefined;
		// Concurrent calls must not share these blocks and spare buffers.
		if (last) this.#last = undefined;
		try {
			return await this.#fetch(client, { query }, call, last, serialized, last ? undefined : onFirstRows);
		} catch (error) {
			this.#last ??= last;
			throw error;
		}
	}

	/** Number of bytes kept of the last response and for the next one. */
	get memoryBytes(): number {
		const { blocks = [], spare = [] } = this.#last ?? {};
		return [...blocks.map(({ bytes }) => bytes), ...spare].reduce((sum, { length }) => sum + length, 0);
	}

	async #fetch(
		client: Client,
		request: UnsentRequest,
		call: CallOptions,
		last: LastResponse | undefined,
		query: string,
		onFirstRows: ((downloads: readonly Download[]) => void) | undefined,
	): Promise<Answer> {
		const opened = await client.requests.open('listDownloads', request, call);
		try {
			return await this.#read(client, opened, request, last, query, onFirstRows);
		} catch (error) {
			opened.body.record?.fail(error);
			throw error;
		}
	}

	async #read(
		client: Client,
		{ what, body }: OpenedResponse,
		request: UnsentRequest,
		last: LastResponse | undefined,
		query: string,
		onFirstRows: ((downloads: readonly Download[]) => void) | undefined,
	): Promise<Answer> {
		const tally = new DeviationTally();
		const repair = downloadRepair(request);
		const decodeOne = (value: unknown, index: number) => {
			const download = decodeItem(value, index, repair, tally);
			if (download) this.#texts.putInto(download);
			return download;
		};
		const { blocks: known, spare } = last ?? { blocks: [], spare: [] };
		const reader = new ListReader(known, spare, decodeOne, new TimeSlice(last ? undefined : FIRST_SLICE_MS));
		let hasFirstRows = onFirstRows === undefined;
		const showFirstRows = () => {
			if (hasFirstRows || reader.complete || reader.blocks.length < 2) return;
			hasFirstRows = true;
			onFirstRows?.(downloadsIn(reader.blocks));
		};
		await body
			.each((chunk) => {
				const reading = reader.take(chunk);
				showFirstRows();
				return hasFirstRows ? reading : reading?.then(showFirstRows);
			})
			.catch((error: unknown) => Promise.reject(malformed(what, error)));
		if (reader.found && !reader.complete) throw malformed(what, undefined);

		const rest = Buffer.concat(reader.rest);
		const same = reader.complete && last?.rest.equals(rest) === true;
		let envelope = last?.answer;
		if (!same) {
			const parsed = parseAnswer(what, rest);
			refuseError(what, parsed);
			if (!reader.complete || !isListApart(parsed))
				return this.#decodeAll(client, { what, body }, parsed, request);
			const repaired = entry.repair ? entry.repair({ ...parsed, downloads: [] }, request) : parsed;
			const { value, deviations } = decode(response, repaired);
			for (const deviation of deviations) tally.add(deviation);
			// Equal checkpoints stay the same object.
			envelope =
				last?.answer.checkpoints && equalJson(value.checkpoints, last.answer.checkpoints)
					? { ...value, checkpoints: last.answer.checkpoints }
					: value;
		}
		client.requests.report('listDownloads', tally.all, body.record);
		if (!envelope) throw malformed(what, undefined);
		const { blocks } = reader;
		const downloads = last && sameItems(blocks, known) ? last.answer.downloads : downloadsIn(blocks);
		const unchanged = last && sameItems(downloads, last.answer.downloads);
		const answer =
			same && unchanged
				? last.answer
				: { ...envelope, downloads: unchanged ? last.answer.downloads : downloads };
		this.#last = { query, blocks, spare: unusedBuffers(spare, known, blocks), rest, answer };
		return answer;
	}

	/** Decodes a response whose list was not found in its bytes, or not at the expected position. */
	#decodeAll(
		client: Client,
		{ what, body }: OpenedResponse,
		parsed: unknown,
		request: UnsentRequest,
	): Answer {
		const { value, deviations } = decode(response, entry.repair ? entry.repair(parsed, request) : parsed);
		refuseOther(what, deviations);
		this.#last = undefined;
		client.requests.report('listDownloads', deviations, body.record);
		return value;
	}
}

/** Returns undefined if the value is not a download, or was not requested. */
function decodeItem(
	value: unknown,
	index: number,
	repair: (download: Fields) => Fields | undefined,
	tally: DeviationTally,
): Download | undefined {
	if (!isFields(value)) {
		tally.add({ path: pathOf(index), problem: expectation('an object', value) });
		return undefined;
	}
	const repaired = repair(value);
	if (repaired === undefined) return undefined;
	const decoded = decodeOwned(Download, repaired);
	for (const deviation of decoded.deviations) tally.add(within(pathOf(index), deviation));
	return decoded.value;
}

function pathOf(index: number): string {
	return `downloads[${index}]`;
}

function downloadsIn(blocks: readonly Block[]): Download[] {
	// Called for each response with all rows: native functions copy and search them.
	const none: (Download | undefined)[] = [];
	const values = none.concat(...blocks.map((block) => block.values));
	return isComplete(values) ? values : values.filter((value) => value !== undefined);
}

function isComplete(values: (Download | undefined)[]): values is Download[] {
	return !values.includes(undefined);
}

/** Whether two lists contain the same objects. */
function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
	return one === other || (one.length === other.length && one.every((item, place) => item === other[place]));
}

function within(path: string, deviation: Deviation): Deviation {
	return { ...deviation, path: deviation.path === '' ? path : `${path}.${deviation.path}` };
}

/** Whether the list read separately is the effective one. A name can occur twice, and the last one wins. */
function isListApart(parsed: unknown): parsed is object {
	return (
		typeof parsed === 'object' &&
		parsed !== null &&
		'downloads' in parsed &&
		parsed.downloads === listPlaceholder
	);
}

function equalJson(one: object | undefined, other: object): boolean {
	try {
		return stringifyExact(one) === stringifyExact(other);
	} catch (error) {
		// Unknown fields can be nested too deeply for JSON.stringify.
		if (error instanceof RangeError) return false;
		throw error;
	}
}

function malformed(what: string, cause: unknown): unknown {
	return cause === undefined || cause instanceof SyntaxError
		? new MalformedError(what, 'the response is not JSON', cause)
		: cause;
}
