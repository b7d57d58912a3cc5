import type { Direction } from './series.ts';

/**
 * The rates of one download, bytes per second, second by second; a direction in which nothing flowed has none. What was
 * written last holds until something else is: most downloads go on as they did.
 */
interface Track {
	down?: Float32Array;
	up?: Float32Array;
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
	/** The second that was written last. */
	latest: number;
	readonly rings: Map<string, Track>;
	/** Of each second of the ring: was it known what flows? */
	readonly known: Uint8Array;
}

/** Seconds that are kept; and those that there is room for. */
export const historySeconds = 300;
const spare = 60;
const ring = historySeconds + spare;

export function noTracks(): Tracks {
	return { latest: 0, rings: new Map(), known: new Uint8Array(ring) };
}

/** Tracks that a state of this second may go on writing. */
export function ownedBy(tracks: Tracks, second: number): Tracks {
	if (tracks.latest === second) return tracks;
	const rings = new Map<string, Track>();
	for (const [key, { down, up, since, writtenAt, movedAt }] of tracks.rings) {
		if (since > second) continue;
		rings.set(key, {
			...(down ? { down: down.slice() } : {}),
			...(up ? { up: up.slice() } : {}),
			since,
			writtenAt: Math.min(writtenAt, second),
			movedAt,
		});
	}
	return { latest: second, rings, known: tracks.known.slice() };
}

/** Begins a second after some that nobody saw. */
export function beginSecond(tracks: Tracks, second: number, isKnown: boolean): void {
	const first = Math.max(tracks.latest + 1, second - ring + 1);
	for (let missed = first; missed < second; missed++) tracks.known[missed % ring] = 0;
	tracks.known[second % ring] = isKnown ? 1 : 0;
	tracks.latest = second;
}

/** Writes what a download does from the second that was begun on. */
export function writeRate({ latest: second, rings }: Tracks, key: string, down: number, up: number): void {
	const moves = down > 0 || up > 0;
	let track = rings.get(key);
	if (!track) {
		if (!moves) return;
		track = { since: second, writtenAt: second, movedAt: second };
		rings.set(key, track);
	}
	goOn(track, second - 1);
	put(track, 'down', second, down);
	put(track, 'up', second, up);
	track.writtenAt = second;
	if (moves) track.movedAt = second;
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
	const values = track[direction];
	return Array.from({ length: second - first + 1 }, (_, index) => {
		const at = first + index;
		return known[at % ring] === 1 ? (values?.[Math.min(at, track.writtenAt) % ring] ?? 0) : Number.NaN;
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
function movedAtOf(track: Track, second: number): number {
	const moves = [track.down, track.up].some((values) => (values?.[track.writtenAt % ring] ?? 0) > 0);
	return moves ? second : track.movedAt;
}

/** Up to a second it went on as it was last written. */
function goOn(track: Track, second: number): void {
	track.movedAt = movedAtOf(track, Math.max(second, track.movedAt));
	for (const values of [track.down, track.up]) {
		const rate = values?.[track.writtenAt % ring] ?? 0;
		const first = Math.max(track.writtenAt + 1, second - ring + 1);
		for (let still = first; values && still <= second; still++) values[still % ring] = rate;
	}
}

function put(track: Track, direction: Direction, second: number, rate: number): void {
	// Nothing flows backwards, and what is no rate is none.
	const flowing = rate > 0 ? rate : 0;
	if (flowing === 0 && !track[direction]) return;
	track[direction] ??= new Float32Array(ring);
	track[direction][second % ring] = flowing;
}
