import type { Direction } from './series.ts';

/** What flows in one direction, bytes per second. */
interface Flow {
	/** What was written last, which holds until something else is: most downloads go on as they did. */
	last: number;
	/** Second by second up to that; none where it was never anything else. */
	ring?: Float32Array;
}

/** The rates of one download. */
interface Track {
	readonly down: Flow;
	readonly up: Flow;
	/** The seconds in which it was first written, and last. */
	readonly since: number;
	writtenAt: number;
	/** The second in which it last moved, as far as it was written. */
	movedAt: number;
}

/**
 * The rates of all downloads that move or moved, in rings that the states of the cockpit share: a second writes into
 * them, it does not copy them. What an older state says stays right for a minute, as long as the newest one goes on; who
 * goes on from an older one gets rings of their own (`ownedBy`).
 */
export interface Tracks {
	/** The second that was written last, and the one before it: of those between nobody knows anything. */
	latest: number;
	before: number;
	readonly rings: Map<string, Track>;
	/** Of each second of the ring: was it known what flows? */
	readonly known: Uint8Array;
}

/** Seconds that are kept; and those that there is room for. */
export const historySeconds = 300;
const ring = historySeconds + 60;

export function noTracks(): Tracks {
	return { latest: 0, before: 0, rings: new Map(), known: new Uint8Array(ring) };
}

/** Tracks that a state of this second may go on writing. */
export function ownedBy(tracks: Tracks, second: number): Tracks {
	if (tracks.latest === second) return tracks;
	const rings = new Map<string, Track>();
	for (const [key, { down, up, since, writtenAt, movedAt }] of tracks.rings) {
		if (since > second) continue;
		const until = Math.min(writtenAt, second);
		rings.set(key, {
			down: flowUpTo(down, writtenAt, until),
			up: flowUpTo(up, writtenAt, until),
			since,
			writtenAt: until,
			movedAt,
		});
	}
	return { latest: second, before: second, rings, known: tracks.known.slice() };
}

/** Begins a second after some that nobody saw. */
export function beginSecond(tracks: Tracks, second: number, isKnown: boolean): void {
	const first = Math.max(tracks.latest + 1, second - ring + 1);
	for (let missed = first; missed < second; missed++) tracks.known[missed % ring] = 0;
	tracks.known[second % ring] = isKnown ? 1 : 0;
	tracks.before = tracks.latest;
	tracks.latest = second;
}

/** Writes what a download does from the second that was begun on. */
export function writeRate(
	{ latest: second, before, rings }: Tracks,
	key: string,
	down: number,
	up: number,
): void {
	const moves = down > 0 || up > 0;
	const track = rings.get(key);
	// What rested all the time begins anew.
	if (!track || (track.writtenAt < second && !movesUpTo(track, before))) {
		if (!moves) return;
		rings.set(key, {
			down: { last: flowing(down) },
			up: { last: flowing(up) },
			since: second,
			writtenAt: second,
			movedAt: second,
		});
		return;
	}
	track.movedAt = moves ? second : movedAtOf(track, Math.max(before, track.movedAt));
	write(track, track.down, second, flowing(down));
	write(track, track.up, second, flowing(up));
	track.writtenAt = second;
}

/** Forgets what rested all the time. To be called about once a minute. */
export function forgetRested({ latest: second, rings }: Tracks): void {
	// The older states read the tracks too.
	for (const [key, track] of rings) if (second - movedAtOf(track, second) >= ring) rings.delete(key);
}

/** The rates of a download up to a second, the newest last, NaN where nobody knows; undefined for one without any. */
export function ratesUpTo(
	{ rings, known }: Tracks,
	key: string,
	direction: Direction,
	second: number,
): readonly number[] | undefined {
	const track = rings.get(key);
	if (!track || !movesUpTo(track, second)) return undefined;
	const first = Math.max(track.since, second - historySeconds + 1);
	return Array.from({ length: second - first + 1 }, (_, index) => {
		const at = first + index;
		return known[at % ring] === 1 ? rateAt(track[direction], track.writtenAt, at) : Number.NaN;
	});
}

/** Did a download move within the seconds that are kept, up to this one? */
export function movedLately({ rings }: Tracks, key: string, second: number): boolean {
	const track = rings.get(key);
	return track !== undefined && movesUpTo(track, second);
}

function movesUpTo(track: Track, second: number): boolean {
	return track.since <= second && second - movedAtOf(track, second) < historySeconds;
}

/** The second up to this one in which it last moved. */
function movedAtOf({ down, up, movedAt }: Track, second: number): number {
	return down.last > 0 || up.last > 0 ? second : movedAt;
}

/** What flowed in a second, of what was written last in another. */
function rateAt({ last, ring: rates }: Flow, writtenAt: number, second: number): number {
	return second < writtenAt ? (rates?.[second % ring] ?? last) : last;
}

/** A flow of its own, as it was up to a second. */
function flowUpTo(flow: Flow, writtenAt: number, second: number): Flow {
	const last = rateAt(flow, writtenAt, second);
	return flow.ring ? { last, ring: flow.ring.slice() } : { last };
}

function write({ since, writtenAt }: Track, flow: Flow, second: number, rate: number): void {
	if (!flow.ring && rate === flow.last) return;
	const first = flow.ring ? writtenAt : since;
	flow.ring ??= new Float32Array(ring);
	for (let at = Math.max(first, second - ring + 1); at < second; at++) flow.ring[at % ring] = flow.last;
	flow.last = rate;
}

/** Nothing flows backwards, and what is no rate is none; as precise as rings are. */
function flowing(rate: number): number {
	return rate > 0 ? Math.fround(rate) : 0;
}
