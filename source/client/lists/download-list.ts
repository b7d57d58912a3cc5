import { type Fields, isFields } from '../../basics/fields.ts';
import { areSame } from '../../basics/lists.ts';
import { TimeSlice } from '../../concurrency/time-slice.ts';
import { type Deviation, decode } from '../../protocol/decode.ts';
import { expectation } from '../../protocol/decode-values.ts';
import type { Endpoint, UnsentRequest } from '../../protocol/endpoint.ts';
import { type EndpointAnswer, type EndpointQuery, endpoints } from '../../protocol/endpoints/table.ts';
import { stringifyExact } from '../../protocol/exact-json.ts';
import { downloadRepair } from '../../protocol/repair/downloads.ts';
import { Download } from '../../protocol/resources/download.ts';
import { ListChanges } from '../../protocol/resources/list-changes.ts';
import type { Client } from '../client.ts';
import { MalformedError } from '../http/errors.ts';
import { DeviationTally } from '../http/mismatch-tally.ts';
import type { CallOptions, OpenedResponse } from '../http/requests.ts';
import { isRefusal, refuseOther } from '../http/response.ts';
import { ItemReader, type ListText, type ReadItem } from '../items/item-reader.ts';
import { readItems } from '../items/read-items.ts';
import { SharedTexts } from './shared-texts.ts';

type Answer = EndpointAnswer<'listDownloads'>;
type OnFirstRows = (downloads: readonly Download[]) => void;

/** An item of a response. Undefined if it is no download, or was not requested. */
type Row = Download | undefined;

/** The last response, which the next one is compared with. */
interface LastResponse {
	/** The serialized query. Responses to different queries are not compared. */
	readonly query: string;
	/** The revision of a list of our own service, which then sends only changes. */
	readonly revision: string | undefined;
	readonly rows: Row[];
	/** The response; undefined if the service sends only changes. */
	readonly text: ListText | undefined;
	/** Indices of the rows by infohash; undefined until they are needed. */
	readonly places: Map<string, number> | undefined;
	readonly answer: Answer;
}

/** Maximum duration of a slice of a first response, for which the user waits. Longer than usual, below a frame. */
const FIRST_SLICE_MS = 5;
/** Number of downloads that are shown while the others arrive. */
const FIRST_ROWS = 100;
/** Memory of a list that became shorter is kept up to this multiple of it. */
const MAX_MEMORY_FACTOR = 4;

const entry: Endpoint = endpoints.listDownloads;
const { response } = endpoints.listDownloads;

/**
 * The repeatedly requested list of downloads. Our own service sends what changed since its last revision, other services
 * send all downloads each time. Long lists are read in short time slices. Unchanged values stay the same object: a
 * download, the checkpoints, the list, the response. Deviations are reported when an item is read, and not again while
 * it is unchanged.
 */
export class DownloadList {
	#last: LastResponse | undefined;
	#inProgress = 0;
	/** The response before the last one: 9 MB of new memory each second would cost collections of garbage. */
	#unused: ListText | undefined;
	readonly #texts = new SharedTexts();

	/**
	 * Requests the list as the client's listDownloads, with the same errors. A failed response changes nothing.
	 * `onFirstRows` is called at most once, if a first response is long, with its first downloads while the others arrive.
	 */
	async fetch(
		client: Client,
		query: EndpointQuery<'listDownloads'>,
		call: CallOptions = {},
		onFirstRows?: OnFirstRows,
	): Promise<Answer> {
		const serialized = stringifyExact(query);
		const last = this.#last?.query === serialized ? this.#last : undefined;
		const { revision } = last ?? {};
		const request = { query: revision === undefined ? query : { ...query, since: revision } };
		let opened: OpenedResponse | undefined;
		this.#inProgress++;
		try {
			opened = await client.requests.open('listDownloads', request, { ...call, repeated: true });
			const reading = new Reading(client, opened, request, last, this.#texts, this.#unused);
			this.#unused = undefined;
			const read = await reading.read(last ? undefined : onFirstRows);
			// No other response is compared with the last one any more.
			if (this.#inProgress === 1 && read.text && isUsable(this.#last?.text)) this.#unused = this.#last?.text;
			this.#last = { query: serialized, ...read };
			return read.answer;
		} catch (error) {
			opened?.body.record?.fail(error);
			// The next request asks for the whole list: another one for changes may fail again.
			if (revision !== undefined && isRefusal(error)) this.#last = undefined;
			throw error;
		} finally {
			this.#inProgress--;
		}
	}
}

/** One response, while it is read. */
class Reading {
	readonly #client: Client;
	readonly #opened: OpenedResponse;
	readonly #request: UnsentRequest;
	readonly #last: LastResponse | undefined;
	readonly #texts: SharedTexts;
	readonly #repair: (download: Fields) => Fields | undefined;
	readonly #tally = new DeviationTally();
	readonly #rows: Row[] = [];
	readonly #reader: ItemReader;
	#places: Map<string, number> | undefined;
	#show: OnFirstRows | undefined;

	constructor(
		client: Client,
		opened: OpenedResponse,
		request: UnsentRequest,
		last: LastResponse | undefined,
		texts: SharedTexts,
		unused: ListText | undefined,
	) {
		this.#client = client;
		this.#opened = opened;
		this.#request = request;
		this.#last = last;
		this.#texts = texts;
		this.#repair = downloadRepair(request);
		this.#places = last?.places;
		const expected = opened.body.length;
		this.#reader = new ItemReader('downloads', { earlier: last?.text, unused, expected });
	}

	async read(onFirstRows: OnFirstRows | undefined): Promise<Omit<LastResponse, 'query'>> {
		const { what, body } = this.#opened;
		this.#show = onFirstRows;
		const { rest, isApart } = await readItems(this.#opened, {
			list: 'downloads',
			reader: this.#reader,
			take: (item) => this.#take(item),
			slice: new TimeSlice(this.#last ? undefined : FIRST_SLICE_MS),
		});
		const { value, deviations } = decode(response, entry.repair ? entry.repair(rest, this.#request) : rest);
		refuseOther(what, deviations);
		for (const deviation of deviations) this.#tally.add(deviation);
		this.#client.requests.report('listDownloads', this.#tally.all, body.record);
		// The list was not found in the bytes, or another one follows it.
		const whole = { text: undefined, places: undefined };
		if (!isApart) return { ...whole, revision: undefined, rows: [], answer: value };
		const { revision, removed } = decode(ListChanges, rest).value;
		if (removed === undefined) {
			const text = revision === undefined ? this.#reader.text : undefined;
			return { ...whole, revision, text, rows: this.#rows, answer: this.#answer(value, this.#rows) };
		}
		const { rows, places } = this.#merged(removed);
		return { ...whole, revision, rows, places, answer: this.#answer(value, rows) };
	}

	#take(item: ReadItem | number): void {
		const reader = this.#reader;
		const last = this.#last?.rows ?? [];
		if (typeof item === 'number') {
			for (let place = reader.place - item; place < reader.place; place++) this.#rows.push(last[place]);
			return;
		}
		const { bytes, value } = item;
		const place = this.#placeOf(value);
		if (place !== undefined) reader.place = place + 1;
		const isSame = place !== undefined && isAt(this.#last?.text, place, bytes);
		const known = place === undefined ? undefined : last[place];
		this.#rows.push(isSame ? known : this.#decode(value, known));
		if (this.#rows.length !== FIRST_ROWS) return;
		this.#show?.(downloadsIn([...this.#rows]));
	}

	/** Returns the index of a download in the last response. */
	#placeOf(value: unknown): number | undefined {
		const infohash =
			isFields(value) && typeof value.infohash === 'string' ? value.infohash.toLowerCase() : '';
		const rows = this.#last?.rows ?? [];
		if (rows[this.#reader.place]?.infohash === infohash) return this.#reader.place;
		this.#places ??= placesOf(rows);
		return infohash === '' ? undefined : this.#places.get(infohash);
	}

	/** Decodes an item. `known`: the download that it changes, if it has only the changed fields. */
	#decode(value: unknown, known: Download | undefined): Download | undefined {
		const path = `downloads[${this.#rows.length}]`;
		if (!isFields(value)) {
			this.#tally.add({ path, problem: expectation('an object', value) });
			return undefined;
		}
		const isPart = Array.isArray(value.absent);
		if (isPart && !known) throw new MalformedError(this.#opened.what, 'it changes an unknown download');
		const repaired = this.#repair(isPart && known ? changed(known, value) : value);
		if (repaired === undefined) return undefined;
		const { value: download, deviations } = decode(Download, repaired);
		for (const deviation of deviations) this.#tally.add(within(path, deviation));
		this.#texts.putInto(download);
		return download;
	}

	/** Returns the rows of the last response with the changes of this one. */
	#merged(removed: readonly string[]): Pick<LastResponse, 'rows' | 'places'> {
		const before = this.#last?.rows ?? [];
		if (this.#rows.length === 0 && removed.length === 0)
			return { rows: before, places: this.#places ?? placesOf(before) };
		const gone = new Set(removed);
		const rows = gone.size === 0 ? [...before] : before.filter((row) => !row || !gone.has(row.infohash));
		const known = (gone.size === 0 ? this.#places : undefined) ?? placesOf(rows);
		// Another response may use the same places.
		const places = this.#rows.some((row) => row && !known.has(row.infohash)) ? new Map(known) : known;
		for (const row of this.#rows) {
			if (!row) continue;
			const place = places.get(row.infohash) ?? rows.length;
			if (place === rows.length) places.set(row.infohash, place);
			rows[place] = row;
		}
		return { rows, places };
	}

	#answer(envelope: Answer, rows: Row[]): Answer {
		const last = this.#last?.answer;
		const downloads = downloadsIn(rows);
		const { checkpoints } = envelope;
		const answer = {
			...envelope,
			downloads: last && areSame(downloads, last.downloads) ? last.downloads : downloads,
			...(last?.checkpoints && areEqual(checkpoints, last.checkpoints)
				? { checkpoints: last.checkpoints }
				: {}),
		};
		return last &&
			answer.downloads === last.downloads &&
			areEqual({ ...answer, downloads: 0 }, { ...last, downloads: 0 })
			? last
			: answer;
	}
}

/** Whether the memory of a response is not much larger than that. */
function isUsable(text: ListText | undefined): boolean {
	return text !== undefined && text.bytes.buffer.byteLength <= MAX_MEMORY_FACTOR * text.bytes.length;
}

/** Whether the item at an index of a response has these bytes. */
function isAt(text: ListText | undefined, index: number, bytes: Buffer): boolean {
	if (!text || index >= text.count) return false;
	return text.bytes.subarray(text.bounds[2 * index], text.bounds[2 * index + 1]).equals(bytes);
}

/** Returns a download with changed fields, and without those that it lost. */
function changed(download: Download, { absent, ...changes }: Fields): Fields {
	const lost = new Set(Array.isArray(absent) ? absent : []);
	const kept = Object.entries(download).filter(([name]) => !lost.has(name));
	return { ...Object.fromEntries(kept), ...changes };
}

function placesOf(rows: readonly Row[]): Map<string, number> {
	const places = new Map<string, number>();
	for (const [index, row] of rows.entries()) if (row) places.set(row.infohash, index);
	return places;
}

/** Returns the list itself if all its rows are downloads. */
function downloadsIn(rows: Row[]): Download[] {
	const isDownload = (row: Row) => row !== undefined;
	return rows.every(isDownload) ? rows : rows.filter(isDownload);
}

function areEqual(one: object | undefined, other: object): boolean {
	try {
		return stringifyExact(one) === stringifyExact(other);
	} catch (error) {
		// Unknown fields can be nested too deeply for JSON.stringify.
		if (error instanceof RangeError) return false;
		throw error;
	}
}

function within(path: string, deviation: Deviation): Deviation {
	return { ...deviation, path: deviation.path === '' ? path : `${path}.${deviation.path}` };
}
