import { type Deviation, decode } from '../protocol/decode.ts';
import { expectation } from '../protocol/decode-values.ts';
import { type EndpointAnswer, endpoints } from '../protocol/endpoints/table.ts';
import { newMark, parseExactDecimals } from '../protocol/exact-json.ts';
import { Tick } from '../protocol/resources/market.ts';
import type { Client } from './client.ts';
import { TimeSlice } from './download-list/time-slice.ts';
import { isBlank, ValueEnd } from './download-list/value-end.ts';
import { MalformedError } from './errors.ts';
import { DeviationTally } from './http/mismatch-tally.ts';
import type { CallOptions, OpenedResponse } from './http/requests.ts';
import { parseAnswer, refuseError, refuseOther } from './response.ts';

export type TickEndpoint = 'listAsks' | 'listBids';

interface TickListOptions {
	/** Called once for each new tick, within a time slice. */
	readonly onNew?: (tick: Tick) => void;
}

/** Depth of the brackets around a tick: response, list of groups, group, list of ticks. */
const TICK_DEPTH = 4;
const COMMA = 0x2c;

/**
 * The repeatedly requested asks or bids of a market. Long lists are parsed and decoded in short time slices. A tick
 * with the same text as before stays the same object. Its deviations are reported once.
 */
export class TickList {
	readonly #options: TickListOptions;
	/** Ticks of the last response by their text. */
	#known = new Map<string, Tick>();

	constructor(options: TickListOptions = {}) {
		this.#options = options;
	}

	/** Requests the list as the client's method of this name, with the same errors. */
	async fetch<Name extends TickEndpoint>(
		client: Client,
		name: Name,
		call: CallOptions = {},
	): Promise<EndpointAnswer<Name>> {
		const opened = await client.requests.open(name, {}, call);
		try {
			return await this.#read(client, name, opened);
		} catch (error) {
			opened.body.record?.fail(error);
			throw error;
		}
	}

	async #read<Name extends TickEndpoint>(
		client: Client,
		name: Name,
		{ what, body }: OpenedResponse,
	): Promise<EndpointAnswer<Name>> {
		const received = await body.bytes();
		const bytes = Buffer.from(received.buffer, received.byteOffset, received.byteLength);
		const tally = new DeviationTally();
		const mark = newMark();
		const { shell, ticks } = await this.#readTicks(bytes, mark, tally).catch((error: unknown) => {
			throw error instanceof SyntaxError
				? new MalformedError(what, 'the response is not JSON', error)
				: error;
		});
		const parsed = parseAnswer(what, shell);
		refuseError(what, parsed);
		const places = takePlaces(parsed, name === 'listAsks' ? 'asks' : 'bids', mark, ticks, tally);
		const { value, deviations } = decode(endpoints[name].response, parsed);
		refuseOther(what, deviations);
		for (const deviation of deviations) tally.add(deviation);
		const groups = 'asks' in value ? value.asks : value.bids;
		for (const [index, group] of groups.entries()) group.ticks = places[index] ?? [];
		client.requests.report(name, tally.all, body.record);
		return value as EndpointAnswer<Name>;
	}

	/** Returns the ticks of a response, and the response with a mark in the place of each run of ticks. */
	async #readTicks(bytes: Buffer, mark: string, tally: DeviationTally): Promise<Separated> {
		const slice = new TimeSlice();
		slice.begin();
		const ticks: Tick[] = [];
		const parts: Uint8Array[] = [];
		const next = new Map<string, Tick>();
		const end = new ValueEnd();
		/** Index of the first tick of the current run: ticks that only commas separate. */
		let first = 0;
		let copied = 0;
		const endRun = () => {
			if (first < ticks.length) parts.push(Buffer.from(`"${mark}${first}-${ticks.length}"`));
			first = ticks.length;
		};
		for (let at = nextTick(bytes, { at: 0, depth: 0 }); at; at = nextTick(bytes, at)) {
			end.reset();
			const stop = end.find(bytes, at.at, bytes.length);
			if (stop < 0) break;
			const text = bytes.toString('utf8', at.at, stop);
			const tick = this.#known.get(text) ?? this.#decode(text, ticks.length, tally);
			next.set(text, tick);
			if (first === ticks.length || !isComma(bytes, copied, at.at)) {
				endRun();
				parts.push(bytes.subarray(copied, at.at));
			}
			ticks.push(tick);
			copied = stop;
			at.at = stop;
			if (slice.over) await slice.next();
		}
		endRun();
		this.#known = next;
		return { shell: Buffer.concat([...parts, bytes.subarray(copied)]), ticks };
	}

	#decode(text: string, index: number, tally: DeviationTally): Tick {
		const { value, deviations } = decode(Tick, parseExactDecimals(text));
		for (const deviation of deviations) tally.add(within(`ticks[${index}]`, deviation));
		this.#options.onNew?.(value);
		return value;
	}
}

interface Separated {
	readonly shell: Buffer;
	readonly ticks: readonly Tick[];
}

/** A position between two values, and the number of open brackets. */
interface Position {
	at: number;
	depth: number;
}

/** Moves to the next object at the depth of ticks. Returns undefined at the end. */
function nextTick(bytes: Buffer, position: Position): Position | undefined {
	for (let at = position.at; at < bytes.length; at++) {
		const byte = bytes[at];
		if (byte === 0x22) at = endOfString(bytes, at);
		else if (byte === 0x7b && position.depth === TICK_DEPTH) {
			position.at = at;
			return position;
		} else if (byte === 0x7b || byte === 0x5b) position.depth++;
		else if (byte === 0x7d || byte === 0x5d) position.depth--;
	}
	return undefined;
}

/** Whether a part of the response is one comma and white space. */
function isComma(bytes: Buffer, from: number, to: number): boolean {
	let commas = 0;
	for (let at = from; at < to; at++) {
		if (bytes[at] === COMMA) commas++;
		else if (!isBlank(bytes[at])) return false;
	}
	return commas === 1;
}

/** Returns the offset of the quotation mark that ends a string. */
function endOfString(bytes: Buffer, from: number): number {
	let at = from + 1;
	while (at < bytes.length && bytes[at] !== 0x22) at += bytes[at] === 0x5c ? 2 : 1;
	return at;
}

/** Removes the ticks from each group of a parsed response. Returns those that it had, in the places of groups. */
function takePlaces(
	parsed: unknown,
	field: 'asks' | 'bids',
	mark: string,
	ticks: readonly Tick[],
	tally: DeviationTally,
): readonly (Tick[] | undefined)[] {
	if (typeof parsed !== 'object' || parsed === null) return [];
	const groups: unknown = Reflect.get(parsed, field);
	if (!Array.isArray(groups)) return [];
	// Decoding drops values that are no objects.
	const objects = groups.filter(
		(group: unknown) => typeof group === 'object' && group !== null && !Array.isArray(group),
	);
	return objects.map((group: object) => {
		const places: unknown = Reflect.get(group, 'ticks');
		if (!Array.isArray(places)) return undefined;
		Reflect.set(group, 'ticks', []);
		return places.flatMap((place: unknown): Tick[] => {
			if (typeof place === 'string' && place.startsWith(mark)) {
				const [first, end] = place.slice(mark.length).split('-').map(Number);
				return ticks.slice(first, end);
			}
			tally.add({ path: `${field}[].ticks[]`, problem: expectation('an object', place) });
			return [];
		});
	});
}

function within(path: string, deviation: Deviation): Deviation {
	return { ...deviation, path: deviation.path === '' ? path : `${path}.${deviation.path}` };
}
