import type Wire from 'bittorrent-protocol';
import type { Torrent } from 'webtorrent';

/** What a swarm wants of the pieces it lacks. */
export interface Wishes {
	wants(index: number): boolean;
	/** Pieces that readers wait for, in the order in which they need them. */
	hastened(): Iterable<number>;
	/** Pieces some blocks of which have been asked for. */
	begun(): Iterable<number>;
}

/**
 * Which piece a peer is asked for next: first what readers wait for, then what is begun, so that pieces become whole;
 * then, of what the peer has, one that the fewest peers have, by chance among equals. So the peers of a swarm get
 * different pieces, and have something to give each other. (The library goes from the first to the last.)
 */
export class Picker {
	readonly #torrent: Torrent;
	readonly #wishes: Wishes;

	constructor(torrent: Torrent, wishes: Wishes) {
		this.#torrent = torrent;
		this.#wishes = wishes;
	}

	/** Asks a peer for blocks until it owes us `most` requests or has nothing that we want. */
	fill(wire: Wire, most: number): void {
		for (const index of this.#order(wire)) {
			while (wire.requests.length < most && this.#torrent._request(wire, index, false));
			if (wire.requests.length >= most) return;
		}
		// Everything that it has is asked for already: perhaps of somebody slower.
		for (const index of [...this.#wishes.hastened(), ...this.#wishes.begun()]) {
			if (!this.#missing(wire, index)) continue;
			while (wire.requests.length < most && this.#torrent._request(wire, index, true));
			if (wire.requests.length >= most) return;
		}
	}

	*#order(wire: Wire): Generator<number> {
		const seen = new Set<number>();
		for (const index of [...this.#wishes.hastened(), ...this.#wishes.begun()]) {
			if (!this.#missing(wire, index)) continue;
			seen.add(index);
			yield index;
		}
		for (;;) {
			const index = this.#rarest(wire, seen);
			if (index < 0) return;
			seen.add(index);
			yield index;
		}
	}

	/** Goes through all pieces: once for each that is begun. -1 when the peer has none. */
	#rarest(wire: Wire, seen: ReadonlySet<number>): number {
		const { pieces, _rarityMap } = this.#torrent;
		let rarest = -1;
		let fewest = Number.POSITIVE_INFINITY;
		let equals = 0;
		for (let index = 0; index < pieces.length; index++) {
			const peers = _rarityMap?._pieces[index] ?? 0;
			if (pieces[index] === null || peers > fewest) continue;
			if (seen.has(index) || !wire.peerPieces.get(index) || !this.#wishes.wants(index)) continue;
			equals = peers < fewest ? 1 : equals + 1;
			if (peers < fewest || Math.random() * equals < 1) rarest = index;
			fewest = peers;
		}
		return rarest;
	}

	#missing(wire: Wire, index: number): boolean {
		return this.#torrent.pieces[index] !== null && wire.peerPieces.get(index);
	}
}
