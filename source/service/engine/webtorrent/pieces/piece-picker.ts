import type Wire from 'bittorrent-protocol';
import type { Torrent } from 'webtorrent';

/** Pieces chosen for a peer at once. */
const PIECES_PER_PICK = 16;
/**
 * Maximum bytes of incomplete pieces that wait for one peer. Beyond it, only started pieces are requested from it.
 */
const MAX_PENDING_BYTES = 64 * 1024 * 1024;
/** Minimum of the same in pieces, for large ones. A peer's open requests may span that many. */
const MIN_PENDING_PIECES = 4;

/** Needs of a swarm among its missing pieces. */
export interface PieceNeeds {
	isSelected(index: number): boolean;
	/** Pieces that readers wait for, in the order of need. */
	readonly prioritized: ReadonlySet<number>;
	/** Pieces with requested blocks. */
	readonly requested: Set<number>;
}

/**
 * Chooses the next piece for a peer. Pieces that readers wait for come first, then started ones, then the rarest,
 * at random among equals. Thus peers get different pieces to exchange. The library would go from first to last.
 */
export class PiecePicker {
	readonly #torrent: Torrent;
	readonly #needs: PieceNeeds;
	readonly #choices = new WeakMap<Wire, number[]>();

	constructor(torrent: Torrent, needs: PieceNeeds) {
		this.#torrent = torrent;
		this.#needs = needs;
	}

	/** Requests blocks from a peer until it has `most` open requests or nothing we need. */
	request(wire: Wire, most: number): void {
		for (const index of this.#candidates(wire)) {
			while (wire.requests.length < most && this.#torrent._request(wire, index, false));
			if (wire.requests.length >= most) return;
		}
		// Everything it has is requested already, possibly from a slower peer.
		for (const index of [...this.#needs.prioritized, ...this.#needs.requested]) {
			if (!this.#missing(wire, index)) continue;
			while (wire.requests.length < most && this.#torrent._request(wire, index, true));
			if (wire.requests.length >= most) return;
		}
	}

	*#candidates(wire: Wire): Generator<number> {
		const seen = new Set<number>();
		for (const index of [...this.#needs.prioritized, ...this.#needs.requested]) {
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
			} else if (!seen.has(index) && this.#missing(wire, index) && this.#needs.isSelected(index)) {
				if (this.#isSaturated(wire, index)) return;
				seen.add(index);
				yield index;
			}
		}
	}

	/** Whether too many pieces of this size wait for the peer. It may withhold one block of each. */
	#isSaturated(wire: Wire, index: number): boolean {
		const most = Math.max(MIN_PENDING_PIECES, MAX_PENDING_BYTES / (this.#torrent.pieces[index]?.length ?? 1));
		return wire.requests.length >= most && new Set(wire.requests.map(({ piece }) => piece)).size >= most;
	}

	/** Returns the rest of the last chosen pieces of a peer. */
	#chosen(wire: Wire): number[] {
		return this.#choices.get(wire) ?? [];
	}

	/** Scans all pieces, which may be many. So it chooses several at once, at random among equals. */
	#rarest(wire: Wire, seen: ReadonlySet<number>): number[] {
		const { pieces, _rarityMap } = this.#torrent;
		let rarest: number[] = [];
		let fewest = Number.POSITIVE_INFINITY;
		let equals = 0;
		for (let index = 0; index < pieces.length; index++) {
			const peers = _rarityMap?._pieces[index] ?? 0;
			if (pieces[index] === null || peers > fewest) continue;
			if (seen.has(index) || !wire.peerPieces.get(index) || !this.#needs.isSelected(index)) continue;
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
