import type { Direction } from './series.ts';

/** The rates of one download, bytes per second, second by second; a direction in which nothing flowed has none. */
interface Track {
	down?: Float32Array;
	up?: Float32Array;
	/** The seconds in which it was first written, last written, and in which it last moved. */
	readonly since: number;
	writtenAt: number;
	movedAt: number;
}

/**
 * The rates of all downloads that move or moved, in rings that the states of the cockpit share: a second writes into
 * them, it does not copy them. What an older state says stays right for a minute, as long as the newest one goes on; who
 * goes on from an older one gets rings of their own (`ownedBy`).
 */
export interface Tracks {
	/** The second that was written last. */
	latest: number;
	readonly rings: Map<string, Track>;
	/** Of each second of the ring: was it known what flows? */
	readonly known: Uint8Array;
}

/** Seconds that are kept; and those that there is room for. */
export const historySeconds = 300;
const ring = historySeconds + 60;

export function noTracks(): Tracks {
	return { latest: 0, rings: new Map(), known: new Uint8Array(ring) };
}

/** Tracks that a state of this second may go on writing. */
export function ownedBy(tracks: Tracks, second: number): Tracks {
	if (tracks.latest === second) return tracks;
	const rings = new Map(
		[...tracks.rings].map(([key, { down, up, ...rest }]) => [
			key,
			{ ...rest, ...(down ? { down: down.slice() } : {}), ...(up ? { up: up.slice() } : {}) },
		]),
	);
	return { latest: second, rings, known: tracks.known.slice() };
}

/** Begins a second after some that nobody saw. */
export function beginSecond(tracks: Tracks, second: number, isKnown: boolean): void {
	const first = Math.max(tracks.latest + 1, second - ring + 1);
	for (let missed = first; missed < second; missed++) tracks.known[missed % ring] = 0;
	tracks.known[second % ring] = isKnown ? 1 : 0;
	tracks.latest = second;
}

/** Writes what a download that moves does in the second that was begun. */
export function writeRate(tracks: Tracks, key: string, down: number, up: number): void {
	const { latest: second, rings } = tracks;
	let track = rings.get(key);
	if (!track) {
		track = { since: second, writtenAt: second, movedAt: second };
		rings.set(key, track);
	}
	fill(track, second);
	put(track, 'down', second, down);
	put(track, 'up', second, up);
	track.movedAt = second;
}

/** Ends a second: what did not move rested, and what rested all the time is forgotten. */
export function endSecond({ latest: second, rings }: Tracks): void {
	for (const [key, track] of rings) {
		if (second - track.movedAt >= historySeconds) rings.delete(key);
		else fill(track, second);
	}
}

/** The rates of a download up to a second, the newest last, NaN where nobody knows; undefined for one without any. */
export function ratesUpTo(
	{ rings, known }: Tracks,
	key: string,
	direction: Direction,
	second: number,
): readonly number[] | undefined {
	const track = rings.get(key);
	if (!track || track.since > second) return undefined;
	const first = Math.max(track.since, second - historySeconds + 1);
	const values = track[direction];
	return Array.from({ length: second - first + 1 }, (_, index) => {
		const place = (first + index) % ring;
		return known[place] === 1 ? (values?.[place] ?? 0) : Number.NaN;
	});
}

/** It rested since it was last written: what the ring has of an earlier round goes. */
function fill(track: Track, second: number): void {
	const first = Math.max(track.writtenAt, second - ring + 1);
	for (let still = first; still <= second; still++) {
		const place = still % ring;
		if (still === track.writtenAt) continue;
		if (track.down) track.down[place] = 0;
		if (track.up) track.up[place] = 0;
	}
	track.writtenAt = second;
}

function put(track: Track, direction: Direction, second: number, rate: number): void {
	if (rate <= 0 && !track[direction]) return;
	track[direction] ??= new Float32Array(ring);
	track[direction][second % ring] = rate;
}
