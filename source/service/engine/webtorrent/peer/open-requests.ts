import type Wire from 'bittorrent-protocol';
import type { PeerRequest } from 'bittorrent-protocol';

/**
 * Finds the open requests to a peer by their blocks. Peers answer in any order, and the library would search among
 * hundreds of requests for each block.
 */
export class OpenRequests {
	readonly #wire: Wire;
	/** Places in `wire.requests`. They may be old, as the library also removes requests itself. */
	readonly #places = new Map<number, number>();

	constructor(wire: Wire) {
		this.#wire = wire;
		const { request, _pull: pull } = wire;
		wire.request = (index, offset, length, callback) => {
			request.call(wire, index, offset, length, callback);
			const last = wire.requests.length - 1;
			if (last === 0) this.#places.clear();
			this.#places.set(keyOf(index, offset), last);
		};
		wire._pull = (requests, index, offset, length) =>
			requests === wire.requests
				? this.#remove(requests, index, offset, length)
				: pull.call(wire, requests, index, offset, length);
	}

	has(index: number, offset: number, length: number): boolean {
		return this.#placeOf(index, offset, length) !== -1;
	}

	/** Removes a request and returns it; null if there is none. */
	#remove(requests: PeerRequest[], index: number, offset: number, length: number): PeerRequest | null {
		const place = this.#placeOf(index, offset, length);
		const found = requests[place];
		const last = requests.at(-1);
		if (!found || !last) return null;
		this.#places.delete(keyOf(index, offset));
		requests.pop();
		if (found !== last) {
			requests[place] = last;
			this.#places.set(keyOf(last.piece, last.offset), place);
		}
		return found;
	}

	/** Returns the place of a request; -1 if there is none. */
	#placeOf(index: number, offset: number, length: number): number {
		const { requests } = this.#wire;
		const isSame = (request: PeerRequest | undefined): boolean =>
			request !== undefined &&
			request.piece === index &&
			request.offset === offset &&
			request.length === length;
		const place = this.#places.get(keyOf(index, offset)) ?? -1;
		return isSame(requests[place]) ? place : requests.findIndex(isSame);
	}
}

/** Pieces have at most 2^27 bytes. */
function keyOf(index: number, offset: number): number {
	return index * 2 ** 27 + offset;
}
