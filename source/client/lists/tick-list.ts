import { isFields } from '../../basics/fields.ts';
import { TimeSlice } from '../../concurrency/time-slice.ts';
import { decode } from '../../protocol/decode.ts';
import { expectation } from '../../protocol/decode-values.ts';
import { type EndpointAnswer, endpoints } from '../../protocol/endpoints/table.ts';
import { parseExactDecimals } from '../../protocol/exact-json.ts';
import { ListChanges } from '../../protocol/resources/list-changes.ts';
import { Tick, TickGroup, tickKey } from '../../protocol/resources/market.ts';
import type { Client } from '../client.ts';
import { DeviationTally } from '../http/mismatch-tally.ts';
import type { CallOptions } from '../http/requests.ts';
import { refuseOther } from '../http/response.ts';
import { ItemReader, listPlaceholder, textOf } from '../items/item-reader.ts';
import { readItems } from '../items/read-items.ts';

export type TickEndpoint = 'listAsks' | 'listBids';

interface TickListOptions {
	/** Called once for each new tick, within a time slice. */
	readonly onNew?: (tick: Tick) => void;
}

/**
 * The repeatedly requested asks or bids of a market. Long lists are parsed and decoded in short time slices. A tick
 * with the same text as before stays the same object. Its deviations are reported once.
 */
export class TickList {
	readonly #options: TickListOptions;
	/** Ticks of the last complete response by their text. */
	#known: ReadonlyMap<string, Tick> = new Map();
	/** The last response of our own service. */
	#last: { readonly revision: string; readonly groups: readonly TickGroup[] } | undefined;

	constructor(options: TickListOptions = {}) {
		this.#options = options;
	}

	/** Requests the list as the client's method of this name, with the same errors. */
	async fetch<Name extends TickEndpoint>(
		client: Client,
		name: Name,
		call: CallOptions = {},
	): Promise<EndpointAnswer<Name>> {
		const last = this.#last;
		const query = { since: last?.revision ?? '' };
		// The next request asks for the whole list if this one fails.
		this.#last = undefined;
		const opened = await client.requests.open(name, { query }, call);
		const tally = new DeviationTally();
		const known = new Map<string, Tick>();
		const groups: TickGroup[] = [];
		const list = name === 'listAsks' ? 'asks' : 'bids';
		const slice = new TimeSlice();
		try {
			const { rest, isApart } = await readItems(opened, {
				list,
				// Groups are long: they are parsed in parts.
				reader: new ItemReader(list, { parse: null }),
				slice,
				take: async (item) => {
					if (typeof item === 'number') return;
					const group = await this.#readGroup(item.bytes, known, tally, slice);
					if (group) groups.push(group);
				},
			});
			const { value, deviations } = decode(endpoints[name].response, rest);
			refuseOther(opened.what, deviations);
			for (const deviation of deviations) tally.add(deviation);
			client.requests.report(name, tally.all, opened.body.record);
			if (!isApart) return value as EndpointAnswer<Name>;
			const { revision, removed } = decode(ListChanges, rest).value;
			if (!removed) this.#known = revision === undefined ? known : new Map();
			const current = removed ? withChanges(last?.groups ?? [], groups, removed) : groups;
			this.#last = revision === undefined ? undefined : { revision, groups: current };
			return { ...value, [list]: current } as EndpointAnswer<Name>;
		} catch (error) {
			opened.body.record?.fail(error);
			throw error;
		}
	}

	/** Reads the JSON of a group. */
	async #readGroup(
		item: Buffer,
		known: Map<string, Tick>,
		tally: DeviationTally,
		slice: TimeSlice,
	): Promise<TickGroup | undefined> {
		const knownOf = (text: string) => known.get(text) ?? this.#known.get(text);
		const reader = new ItemReader('ticks', {
			parse: (bytes) => {
				const text = textOf(bytes);
				return knownOf(text) ?? parseExactDecimals(text);
			},
		});
		const ticks: Tick[] = [];
		for (const one of reader.items(item)) {
			if (typeof one === 'number') continue;
			const text = textOf(one.bytes);
			const tick = knownOf(text) ?? this.#decode(one.value, tally);
			if (tick) known.set(text, tick);
			if (tick) ticks.push(tick);
			if (slice.over) await slice.next();
		}
		const isRead = reader.complete;
		const group = parseExactDecimals(textOf(isRead ? reader.rest : item));
		if (!isFields(group)) {
			tally.add({ path: 'asks[]', problem: expectation('an object', group) });
			return undefined;
		}
		const isApart = isRead && group.ticks === listPlaceholder;
		const { value, deviations } = decode(TickGroup, isApart ? { ...group, ticks: [] } : group);
		for (const deviation of deviations) tally.add(deviation);
		return isApart ? { ...value, ticks } : value;
	}

	#decode(parsed: unknown, tally: DeviationTally): Tick | undefined {
		if (!isFields(parsed)) {
			tally.add({ path: 'ticks[]', problem: expectation('an object', parsed) });
			return undefined;
		}
		const { value, deviations } = decode(Tick, parsed);
		for (const { path, problem } of deviations) tally.add({ path: `ticks[].${path}`, problem });
		this.#options.onNew?.(value);
		return value;
	}
}

/** Returns groups with changed ticks, and without removed ones. Added ticks follow those of their group. */
function withChanges(
	groups: readonly TickGroup[],
	changed: readonly TickGroup[],
	removed: readonly string[],
): readonly TickGroup[] {
	if (changed.length === 0 && removed.length === 0) return groups;
	const gone = new Set(removed);
	const pairOf = ({ asset1, asset2 }: TickGroup) => JSON.stringify([asset1, asset2]);
	const changes = new Map(
		changed.map((group) => [pairOf(group), new Map(group.ticks.map((tick) => [tickKey(tick), tick]))]),
	);
	const kept = groups.map((group) => {
		const ofGroup = changes.get(pairOf(group));
		if (!ofGroup && gone.size === 0) return group;
		const ticks = group.ticks.flatMap((tick) => {
			const key = tickKey(tick);
			const change = ofGroup?.get(key);
			ofGroup?.delete(key);
			return gone.has(key) && !change ? [] : (change ?? tick);
		});
		return { ...group, ticks: [...ticks, ...(ofGroup?.values() ?? [])] };
	});
	const known = new Set(groups.map(pairOf));
	return [...kept, ...changed.filter((group) => !known.has(pairOf(group)))].filter(
		({ ticks }) => ticks.length > 0,
	);
}
