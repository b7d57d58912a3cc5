import type Wire from 'bittorrent-protocol';
import type { Torrent } from 'webtorrent';

/** Pieces that are chosen for a peer at once. */
const PIECES_PER_PICK = 16;
/** Bytes of pieces that one peer may owe blocks of. With as many it is asked for no piece that nobody has begun. */
const MAX_OWED_BYTES = 64 * 1024 * 1024;
/** The same in pieces, where they are large: the requests that a peer gets at once may touch so many. */
const MIN_OWED_PIECES = 4;

/** What a swarm wants of the pieces it lacks. */
export interface PieceNeeds {
	wants(index: number): boolean;
	/** Pieces that readers wait for, in the order in which they need them. */
	hastened(): Iterable<number>;
	/** Pieces some blocks of which have been asked for. */
	begun(): Set<number>;
}

/**
 * Which piece a peer is asked for next: first what readers wait for, then what is begun, so that pieces become whole;
 * then, of what the peer has, one that the fewest peers have, by chance among equals. So the peers of a swarm get
 * different pieces, and have something to give each other. (The library goes from the first to the last.)
 */
export class PiecePicker {
	readonly #torrent: Torrent;
	readonly #needs: PieceNeeds;
	readonly #choices = new WeakMap<Wire, number[]>();

	constructor(torrent: Torrent, needs: PieceNeeds) {
		this.#torrent = torrent;
		this.#needs = needs;
	}

	/** Asks a peer for blocks until it owes us `most` requests or has nothing that we want. */
	fill(wire: Wire, most: number): void {
		for (const index of this.#order(wire)) {
			while (wire.requests.length < most && this.#torrent._request(wire, index, false));
			if (wire.requests.length >= most) return;
		}
		// Everything that it has is asked for already: perhaps of somebody slower.
		for (const index of [...this.#needs.hastened(), ...this.#needs.begun()]) {
			if (!this.#missing(wire, index)) continue;
			while (wire.requests.length < most && this.#torrent._request(wire, index, true));
			if (wire.requests.length >= most) return;
		}
	}

	*#order(wire: Wire): Generator<number> {
		const seen = new Set<number>();
		for (const index of [...this.#needs.hastened(), ...this.#needs.begun()]) {
			if (!this.#missing(wire, index)) continue;
			seen.add(index);
			yield index;
		}
		for (;;) {
			const index = this.#chosen(wire).pop();
			if (index === undefined) {
				const rarest = this.#rarest(wire, seen);
				if (rarest.length === 0) return;
				this.#choices.set(wire, rarest);
			} else if (!seen.has(index) && this.#missing(wire, index) && this.#needs.wants(index)) {
				if (this.#owesEnough(wire, index)) return;
				seen.add(index);
				yield index;
			}
		}
	}

	/** Whether pieces wait for a peer that are as large as `index` and too many. It may withhold one block of each. */
	#owesEnough(wire: Wire, index: number): boolean {
		const most = Math.max(MIN_OWED_PIECES, MAX_OWED_BYTES / (this.#torrent.pieces[index]?.length ?? 1));
		return wire.requests.length >= most && new Set(wire.requests.map(({ piece }) => piece)).size >= most;
	}

	/** What is left of what was last chosen for a peer. */
	#chosen(wire: Wire): number[] {
		return this.#choices.get(wire) ?? [];
	}

	/** Goes through all pieces, which may be many: so it chooses a few at once, by chance among those that are equal. */
	#rarest(wire: Wire, seen: ReadonlySet<number>): number[] {
		const { pieces, _rarityMap } = this.#torrent;
		let rarest: number[] = [];
		let fewest = Number.POSITIVE_INFINITY;
		let equals = 0;
		for (let index = 0; index < pieces.length; index++) {
			const peers = _rarityMap?._pieces[index] ?? 0;
			if (pieces[index] === null || peers > fewest) continue;
			if (seen.has(index) || !wire.peerPieces.get(index) || !this.#needs.wants(index)) continue;
			if (peers < fewest) {
				rarest = [];
				equals = 0;
			}
			fewest = peers;
			equals++;
			if (rarest.length < PIECES_PER_PICK) rarest.push(index);
			else {
				const place = Math.floor(Math.random() * equals);
				if (place < PIECES_PER_PICK) rarest[place] = index;
			}
		}
		return shuffled(rarest);
	}

	#missing(wire: Wire, index: number): boolean {
		return this.#torrent.pieces[index] !== null && wire.peerPieces.get(index);
	}
}

function shuffled(list: number[]): number[] {
	for (let at = list.length - 1; at > 0; at--) {
		const other = Math.floor(Math.random() * (at + 1));
		[list[at], list[other]] = [list[other] ?? 0, list[at] ?? 0];
	}
	return list;
}
