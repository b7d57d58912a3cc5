import { lowerBound } from '../../basics/sorted.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { type Difference, differenceOf } from '../list/difference.ts';
import { type DownloadsSlice, downloadKind, type Totals } from './downloads.ts';

export type Direction = 'down' | 'up';

/** Length of the history. One sample per second. */
export const MAX_SAMPLES = 300;

/** Seconds between two searches for slots that can be reused. */
const FREE_SLOTS_EVERY = 60;

/**
 * Rates of the last minutes, for graphs. Samples and arrays are never written after they are made: states share them.
 */
export interface HistorySlice {
	/** Samples ever taken, one a second. Graphs align their columns by it. */
	readonly seconds: number;
	/** Time of the latest sample, Unix ms; undefined before the first. */
	readonly at: number | undefined;
	/** Oldest first, at most `MAX_SAMPLES`. Read one download with `ratesOf` and `hasRates`. */
	readonly samples: readonly Sample[];
	/** The downloads of the latest sample; empty if that is unknown. */
	readonly sampled: readonly Download[];
	readonly slots: Slots;
}

/** Rates of one second, bytes per second. */
interface Sample {
	/** Rates of all downloads together; NaN if unknown. */
	readonly totals: Readonly<Record<Direction, number>>;
	/** undefined: unknown, because the service did not answer or the program was stopped. */
	readonly moving: Moving | undefined;
}

/** The downloads that move in one second. */
interface Moving {
	/** Ascending. The array is shared by successive samples in which the same downloads move. */
	readonly slots: Uint32Array;
	/** Rates, indexed by slot. */
	readonly down: Float32Array;
	readonly up: Float32Array;
}

/**
 * Slots of downloads in samples: a sample of 10,000 downloads is three arrays, not a map. The map is copied only when
 * a download gets or loses a slot.
 */
interface Slots {
	/** By infohash. Some of these downloads have been idle for longer than the history. */
	readonly byInfohash: ReadonlyMap<string, number>;
	/** Slots that no download has and no sample refers to. */
	readonly free: readonly number[];
	/** By slot: the second, counted as `seconds`, in which the download began to move. 0 for a slot never used. */
	readonly since: Uint32Array;
	/** By slot: the latest second in which the download moved. */
	readonly movedAt: Uint32Array;
}

const UNKNOWN: Sample = { totals: { down: Number.NaN, up: Number.NaN }, moving: undefined };

const NOTHING_MOVES: Moving = {
	slots: new Uint32Array(0),
	down: new Float32Array(0),
	up: new Float32Array(0),
};

export const initialHistory: HistorySlice = {
	seconds: 0,
	at: undefined,
	samples: [],
	sampled: [],
	slots: { byInfohash: new Map(), free: [], since: new Uint32Array(0), movedAt: new Uint32Array(0) },
};

/**
 * Returns the rates of a download, bytes per second, newest last, NaN for unknown seconds. They begin when it began to
 * move. Returns undefined if it was idle for the whole history.
 */
export function ratesOf(
	{ samples, slots, seconds }: HistorySlice,
	infohash: string,
	direction: Direction,
): readonly number[] | undefined {
	const slot = slots.byInfohash.get(infohash);
	if (slot === undefined || isIdle(slots, slot, seconds)) return undefined;
	const length = seconds - (slots.since[slot] ?? 0) + 1;
	return samples.slice(-length).map(({ moving }) => (moving ? rateIn(moving, slot, direction) : Number.NaN));
}

/**
 * Returns the rates of a download in the `count` seconds before the end of second `end`, counted as `seconds`; NaN for
 * unknown ones. Returns undefined if it did not move in them.
 */
export function ratesBefore(
	{ samples, slots, seconds }: HistorySlice,
	infohash: string,
	direction: Direction,
	end: number,
	count: number,
): readonly number[] | undefined {
	const slot = slots.byInfohash.get(infohash);
	if (slot === undefined || (slots.movedAt[slot] ?? 0) <= end - count) return undefined;
	const last = samples.length - (seconds - end);
	const first = Math.max(0, last - count);
	// Rates of an earlier download may have had the slot.
	const from = Math.max(first, last - 1 - (end - (slots.since[slot] ?? 0)));
	const rates = samples
		.slice(from, last)
		.map(({ moving }) => (moving ? rateIn(moving, slot, direction) : Number.NaN));
	return rates.some((rate) => rate > 0) ? rates : undefined;
}

/** Returns the second that ended last in `history`, rounded down to a multiple of `each`; the object marks its sample. */
export function lastBoundary(
	{ samples, seconds }: HistorySlice,
	each: number,
): { readonly end: number; readonly mark: object | undefined } {
	const end = seconds - (seconds % each);
	return { end, mark: samples[samples.length - 1 - (seconds - end)] };
}

/** Returns whether `ratesOf` returns rates for a download. */
export function hasRates({ slots, seconds }: HistorySlice, infohash: string): boolean {
	const slot = slots.byInfohash.get(infohash);
	return slot !== undefined && !isIdle(slots, slot, seconds);
}

/** Returns the rates of all downloads together, bytes per second, newest last, NaN for unknown seconds. */
export function totalRates({ samples }: HistorySlice, direction: Direction): readonly number[] {
	return samples.map(({ totals }) => totals[direction]);
}

/**
 * Takes a sample of all downloads; to be called about once a second. Seconds without a call are unknown, because the
 * program was stopped. `isCurrent`: whether the service answers; if not, this second is unknown too. `now`: Unix ms.
 */
export function takeSample(
	history: HistorySlice,
	{ list, totals, at }: Pick<DownloadsSlice, 'list' | 'totals' | 'at'>,
	isCurrent: boolean,
	now: number,
): HistorySlice {
	if (at === undefined) return history;
	const passed = history.at === undefined ? 1 : Math.round((now - history.at) / 1000);
	if (passed === 0) return history;
	// A clock set forward looks like a stopped program. A clock set back counts as one second.
	const missed = Math.max(0, Math.min(passed - 1, MAX_SAMPLES));
	const seconds = history.seconds + missed + 1;
	const unknown = Array.from({ length: missed }, () => UNKNOWN);
	const { sample, slots } = isCurrent
		? sampleOf(history, list, totals, seconds)
		: { sample: UNKNOWN, slots: history.slots };
	return {
		seconds,
		at: now,
		samples: [...history.samples, ...unknown, sample].slice(-MAX_SAMPLES),
		sampled: isCurrent ? list : [],
		slots: seconds % FREE_SLOTS_EVERY === 0 ? freeIdleSlots(slots, seconds) : slots,
	};
}

/** Returns the sample of a known second, and slots for all downloads that move in it. */
function sampleOf(
	{ samples, sampled, slots, seconds: before }: HistorySlice,
	list: readonly Download[],
	{ speedDown: down, speedUp: up }: Totals,
	second: number,
): { readonly sample: Sample; readonly slots: Slots } {
	const latest = samples.at(-1)?.moving;
	const difference = differenceOf(downloadKind, sampled, list);
	const isSame = latest && difference.removed.length === 0 && difference.added.length === 0;
	const { moving, added } = isSame
		? { moving: latest, added: undefined }
		: movingAfter(slots, latest ?? NOTHING_MOVES, difference, list);
	const assigned = added ? addSlots(slots, added) : slots;
	return { sample: { totals: { down, up }, moving }, slots: noteMoves(assigned, moving, before, second) };
}

/**
 * Returns what moves after some downloads changed, and slots for those that have none yet. The others go on as in the
 * latest sample. The cost depends on how many downloads changed, not on how many there are.
 */
function movingAfter(
	{ byInfohash, free, since }: Slots,
	latest: Moving,
	{ removed, added: addedRows, aligned }: Difference<Download>,
	list: readonly Download[],
): { readonly moving: Moving; readonly added: ReadonlyMap<string, number> } {
	const changed = aligned ? addedRows : list;
	const added = new Map<string, number>();
	const down = new Float32Array(since.length + changed.length);
	const up = new Float32Array(down.length);
	for (let index = 0; index < latest.slots.length; index++) {
		const slot = latest.slots[index] ?? 0;
		down[slot] = latest.down[index] ?? 0;
		up[slot] = latest.up[index] ?? 0;
	}
	for (const { infohash } of aligned ? [] : removed) {
		const slot = byInfohash.get(infohash);
		if (slot === undefined) continue;
		down[slot] = 0;
		up[slot] = 0;
	}
	for (const { infohash, speed_down: downRate = 0, speed_up: upRate = 0 } of changed) {
		const isMoving = downRate > 0 || upRate > 0;
		// If a download is listed twice, the moving row counts.
		if (!aligned && !isMoving) continue;
		let slot = byInfohash.get(infohash) ?? added.get(infohash);
		if (slot === undefined) {
			if (!isMoving) continue;
			slot = free[added.size] ?? since.length + added.size - free.length;
			added.set(infohash, slot);
		}
		// Some services send negative rates.
		down[slot] = downRate > 0 ? downRate : 0;
		up[slot] = upRate > 0 ? upRate : 0;
	}
	return { moving: compact(down, up, latest.slots), added };
}

/** Takes in slots as `movingAfter` returns them: the first free ones, then new ones. */
function addSlots(slots: Slots, added: ReadonlyMap<string, number>): Slots {
	if (added.size === 0) return slots;
	const { byInfohash, free, since, movedAt } = slots;
	const length = since.length + Math.max(0, added.size - free.length);
	return {
		byInfohash: new Map([...byInfohash, ...added]),
		free: free.slice(added.size),
		since: grown(since, length),
		movedAt: grown(movedAt, length),
	};
}

/** Keeps the slots with a rate. `down` and `up` are by slot; `latest` are the slots of the latest sample. */
function compact(down: Float32Array, up: Float32Array, latest: Uint32Array): Moving {
	const slots = slotsWithRate(down, up);
	// Sharing saves a third of the memory while the same downloads move.
	const shared = Buffer.compare(bytesOf(slots), bytesOf(latest)) === 0;
	return { slots: shared ? latest : slots, down: valuesAt(slots, down), up: valuesAt(slots, up) };
}

function slotsWithRate(down: Float32Array, up: Float32Array): Uint32Array {
	const slots = new Uint32Array(down.length);
	let count = 0;
	for (let slot = 0; slot < down.length; slot++)
		if ((down[slot] ?? 0) > 0 || (up[slot] ?? 0) > 0) slots[count++] = slot;
	return slots.slice(0, count);
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
	return new Uint8Array(buffer, byteOffset, byteLength);
}

function valuesAt(slots: Uint32Array, rates: Float32Array): Float32Array {
	const values = new Float32Array(slots.length);
	for (let index = 0; index < slots.length; index++) values[index] = rates[slots[index] ?? 0] ?? 0;
	return values;
}

/** Records that downloads move in a second. `before`: the second of the latest sample. */
function noteMoves(slots: Slots, moving: Moving, before: number, second: number): Slots {
	if (moving.slots.length === 0) return slots;
	const movedAt = slots.movedAt.slice();
	let { since } = slots;
	for (let index = 0; index < moving.slots.length; index++) {
		const slot = moving.slots[index] ?? 0;
		if (isIdle(slots, slot, before)) {
			// Rates begin again after a download was idle for the whole history.
			if (since === slots.since) since = slots.since.slice();
			since[slot] = second;
		}
		movedAt[slot] = second;
	}
	return { ...slots, since, movedAt };
}

/** Frees the slots of downloads that were idle for the whole history: no sample refers to them. */
function freeIdleSlots(slots: Slots, second: number): Slots {
	const entries = [...slots.byInfohash];
	const kept = entries.filter(([, slot]) => !isIdle(slots, slot, second));
	if (kept.length === entries.length) return slots;
	const idle = entries.filter(([, slot]) => isIdle(slots, slot, second)).map(([, slot]) => slot);
	return { ...slots, byInfohash: new Map(kept), free: [...slots.free, ...idle] };
}

/** Returns whether the download of a slot was idle in the `MAX_SAMPLES` seconds up to this one. */
function isIdle({ movedAt }: Slots, slot: number, second: number): boolean {
	const at = movedAt[slot] ?? 0;
	return at === 0 || second - at >= MAX_SAMPLES;
}

/** Returns the rate of a slot; 0 if it does not move. */
function rateIn(moving: Moving, slot: number, direction: Direction): number {
	const { slots, [direction]: rates } = moving;
	const at = lowerBound(slots, (each) => each - slot);
	return slots[at] === slot ? (rates[at] ?? 0) : 0;
}

/** Returns a longer copy, filled up with 0. */
function grown(values: Uint32Array, length: number): Uint32Array {
	const longer = new Uint32Array(length);
	longer.set(values);
	return longer;
}
