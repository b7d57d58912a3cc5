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
	/** Priority of a piece: the higher, the earlier; 0 if it is not selected. */
	priorityOf(index: number): number;
	/** Selected pieces in the sequence of a sequential download; null to request the rarest ones first. */
	readonly sequence: Uint32Array | null;
	/** Pieces that readers wait for, in the order of need. */
	readonly prioritized: ReadonlySet<number>;
	/** Pieces with requested blocks. */
	readonly requested: Set<number>;
}

/**
 * Chooses the next piece for a peer. Pieces that readers wait for come first, then started ones, then those of the
 * highest priority. Among these, the rarest come first, at random among equals, so that peers get different pieces to
 * exchange. A sequential download takes the first ones of its sequence instead.
 */
export class PiecePicker {
	readonly #torrent: Torrent;
	readonly #needs: PieceNeeds;
	#choices = new WeakMap<Wire, number[]>();

	constructor(torrent: Torrent, needs: PieceNeeds) {
		this.#torrent = torrent;
		this.#needs = needs;
	}

	/** Drops the chosen pieces of all peers, after priorities or the order changed. */
	forgetChoices(): void {
		this.#choices = new WeakMap();
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
				const next = this.#choose(wire, seen);
				if (next.length === 0) return;
				this.#choices.set(wire, next);
			} else if (!seen.has(index) && this.#missing(wire, index) && this.#needs.priorityOf(index) > 0) {
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

	/**
	 * Scans all pieces, which may be many. So it chooses several at once, the last one to be requested first: those of
	 * the highest priority, and of these the first ones, or the rarest at random among equals.
	 */
	#choose(wire: Wire, seen: ReadonlySet<number>): number[] {
		const { pieces, _rarityMap } = this.#torrent;
		const { sequence } = this.#needs;
		const count = sequence?.length ?? pieces.length;
		let chosen: number[] = [];
		let highest = 1;
		let fewest = Number.POSITIVE_INFINITY;
		let equals = 0;
		for (let place = 0; place < count; place++) {
			const index = sequence?.[place] ?? place;
			if (pieces[index] === null) continue;
			const priority = this.#needs.priorityOf(index);
			const peers = sequence ? 0 : (_rarityMap?._pieces[index] ?? 0);
			if (priority < highest || (priority === highest && peers > fewest)) continue;
			if (seen.has(index) || !wire.peerPieces.get(index)) continue;
			if (priority > highest || peers < fewest) {
				chosen = [];
				equals = 0;
			}
			highest = priority;
			fewest = peers;
			equals++;
			if (chosen.length < PIECES_PER_PICK) chosen.push(index);
			else if (!sequence) {
				const at = Math.floor(Math.random() * equals);
				if (at < PIECES_PER_PICK) chosen[at] = index;
			}
		}
		return sequence ? chosen.reverse() : shuffled(chosen);
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
