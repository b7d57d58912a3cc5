import { type Deviation, decode } from '../../protocol/decode.ts';
import { expected } from '../../protocol/decode-values.ts';
import type { Asked, Endpoint } from '../../protocol/endpoint.ts';
import { type EndpointAnswer, type EndpointQuery, endpoints } from '../../protocol/endpoints/table.ts';
import { stringifyExact } from '../../protocol/exact-json.ts';
import { Download } from '../../protocol/resources/download.ts';
import { type Client, parseAnswer, refuseError, refuseOther } from '../client.ts';
import { MalformedError } from '../errors.ts';
import { DeviationTally } from '../http/mismatch-tally.ts';
import type { CallOptions } from '../http/requests.ts';
import type { Block } from './block.ts';
import { leftOver } from './block-writer.ts';
import { ListReader, placeholder } from './list-reader.ts';
import { SharedTexts } from './shared-texts.ts';
import { Turns } from './time-slice.ts';

type Answer = EndpointAnswer<'listDownloads'>;

/** What was read last: the next answer is held against it. */
interface Last {
	/** What was asked for: an answer to something else is held against nothing. */
	readonly query: string;
	/** The list, and buffers that nobody uses any more. */
	readonly blocks: readonly Block[];
	readonly spare: Buffer[];
	/** The bytes around the list, and what they say. */
	readonly rest: Buffer;
	readonly answer: Answer;
}

const entry: Endpoint = endpoints.listDownloads;
const { response } = endpoints.listDownloads;

/**
 * The list of downloads, asked for again and again. Long lists are read in short turns between which everything else
 * goes on, and what did not change since the last time stays the same object: a download, the checkpoints, the list,
 * the answer. Deviations are told when an item is read, not again as long as it stays.
 */
export class DownloadList {
	#last: Last | undefined;
	readonly #texts = new SharedTexts();

	/** As the client's listDownloads, whose errors it throws. An answer that fails changes nothing. */
	async fetch(
		client: Client,
		query: EndpointQuery<'listDownloads'>,
		call: CallOptions = {},
	): Promise<Answer> {
		const queried = stringifyExact(query);
		const last = this.#last?.query === queried ? this.#last : undefined;
		// While it is read from, and its spare buffers are written to, it is nobody else's.
		if (last) this.#last = undefined;
		try {
			return await this.#fetch(client, { query }, call, last, queried);
		} catch (error) {
			this.#last ??= last;
			throw error;
		}
	}

	/** Bytes that are kept of the last answer, and for the next one. */
	get held(): number {
		const { blocks = [], spare = [] } = this.#last ?? {};
		return [...blocks.map(({ bytes }) => bytes), ...spare].reduce((sum, { length }) => sum + length, 0);
	}

	async #fetch(
		client: Client,
		asked: Asked,
		call: CallOptions,
		last: Last | undefined,
		query: string,
	): Promise<Answer> {
		const { what, body } = await client.requests.open('listDownloads', asked, call);
		const tally = new DeviationTally();
		const decodeOne = (value: unknown, index: number) => {
			const download = decodeItem(value, index, asked, tally);
			if (download) this.#texts.putInto(download);
			return download;
		};
		const { blocks: known, spare } = last ?? { blocks: [], spare: [] };
		const reader = new ListReader(known, spare, decodeOne, new Turns());
		await body
			.each((chunk) => reader.take(chunk))
			.catch((error: unknown) => Promise.reject(malformed(what, error)));
		if (reader.found && !reader.complete) throw malformed(what, undefined);

		const rest = Buffer.concat(reader.rest);
		const same = reader.complete && last?.rest.equals(rest) === true;
		let around = last?.answer;
		if (!same) {
			const parsed = parseAnswer(what, rest);
			refuseError(what, parsed);
			if (!reader.complete || !isListApart(parsed)) return this.#takeWhole(client, what, parsed, asked);
			const repaired = entry.repair ? entry.repair({ ...parsed, downloads: [] }, asked) : parsed;
			const { value, deviations } = decode(response, repaired);
			for (const deviation of deviations) tally.add(deviation);
			// What is equal stays the same object here too.
			around =
				last?.answer.checkpoints && equalJson(value.checkpoints, last.answer.checkpoints)
					? { ...value, checkpoints: last.answer.checkpoints }
					: value;
		}
		client.requests.report('listDownloads', tally.all);
		if (!around) throw malformed(what, undefined);
		const { blocks } = reader;
		const downloads = last && sameItems(blocks, known) ? last.answer.downloads : downloadsIn(blocks);
		const unchanged = last && sameItems(downloads, last.answer.downloads);
		const answer =
			same && unchanged
				? last.answer
				: { ...around, downloads: unchanged ? last.answer.downloads : downloads };
		this.#last = { query, blocks, spare: leftOver(spare, known, blocks), rest, answer };
		return answer;
	}

	/** An answer whose list could not be read apart: none, or not where it is expected. */
	#takeWhole(client: Client, what: string, parsed: unknown, asked: Asked): Answer {
		const { value, deviations } = decode(response, entry.repair ? entry.repair(parsed, asked) : parsed);
		refuseOther(what, deviations);
		this.#last = undefined;
		client.requests.report('listDownloads', deviations);
		return value;
	}
}

/** Undefined for what is no download, or was not asked for. */
function decodeItem(
	value: unknown,
	index: number,
	asked: Asked,
	tally: DeviationTally,
): Download | undefined {
	const path = `downloads[${index}]`;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		tally.add({ path, problem: expected('an object', value) });
		return undefined;
	}
	const repaired = entry.repair ? onlyItem(entry.repair({ downloads: [value] }, asked)) : value;
	if (repaired === undefined) return undefined;
	const decoded = decode(Download, repaired);
	for (const deviation of decoded.deviations) tally.add(within(path, deviation));
	return decoded.value;
}

function downloadsIn(blocks: readonly Block[]): Download[] {
	const downloads: Download[] = [];
	for (const { values } of blocks) for (const value of values) if (value) downloads.push(value);
	return downloads;
}

/** Are these the same objects? */
function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
	return one === other || (one.length === other.length && one.every((item, place) => item === other[place]));
}

function within(path: string, deviation: Deviation): Deviation {
	return { ...deviation, path: deviation.path === '' ? path : `${path}.${deviation.path}` };
}

function onlyItem(answer: unknown): unknown {
	if (typeof answer !== 'object' || answer === null || !('downloads' in answer)) return undefined;
	return Array.isArray(answer.downloads) ? answer.downloads[0] : undefined;
}

/** Was the list that counts the one that was read apart? A name can be there twice; the last one counts. */
function isListApart(parsed: unknown): parsed is object {
	return (
		typeof parsed === 'object' && parsed !== null && 'downloads' in parsed && parsed.downloads === placeholder
	);
}

function equalJson(one: object | undefined, other: object): boolean {
	try {
		return stringifyExact(one) === stringifyExact(other);
	} catch (error) {
		// Fields that nobody knows can be nested more deeply than can be written.
		if (error instanceof RangeError) return false;
		throw error;
	}
}

function malformed(what: string, cause: unknown): unknown {
	return cause === undefined || cause instanceof SyntaxError
		? new MalformedError(what, 'the answer is not JSON', cause)
		: cause;
}
