import type Wire from 'bittorrent-protocol';
import type { PeerRequest } from 'bittorrent-protocol';
import type Peer from 'webtorrent/lib/peer.js';

/** Maximum waiting requests per peer. Clients send at most a few hundred before they read. */
const MAX_WAITING = 2_048;
/** Minimum bytes read ahead of a slow peer. */
const MIN_READ_AHEAD_BYTES = 1024 * 1024;

/** Message type that rejects a request (BEP 6). */
const REJECT = 16;

/**
 * Serves a peer's requests at the rate it reads. The library reads a block for every request. A peer that requests
 * and does not read would fill the memory. A request has 17 bytes, a block up to 128 KiB.
 */
export class UploadQueue {
	readonly #peer: Peer;
	readonly #wire: Wire;
	/** Returns the sent bytes that the peer has not read. */
	readonly #unsent: () => number;
	/** Requests of the wire without a read block, in order. Some may be cancelled already. */
	readonly #waiting: PeerRequest[] = [];
	/** Bytes being read from the disk. */
	#reading = 0;

	constructor(peer: Peer, wire: Wire, unsent: () => number) {
		this.#peer = peer;
		this.#wire = wire;
		this.#unsent = unsent;
		wire.extendedHandshake.reqq = MAX_WAITING;
		wire._onRequest = (index, offset, length) => this.#enqueue(index, offset, length);
	}

	/** Serves as many requests as fit. */
	serve(): void {
		const most = MIN_READ_AHEAD_BYTES + this.#wire.uploadSpeed() / 2;
		while (this.#waiting.length > 0 && !this.#peer.destroyed && this.#unsent() + this.#reading < most) {
			const request = this.#waiting.shift();
			if (request && this.#wire.peerRequests.includes(request)) this.#sendBlock(request);
		}
	}

	#enqueue(index: number, offset: number, length: number): void {
		const wire = this.#wire;
		const exists = this.#peer.swarm?.pieces[index] === null && length > 0;
		const most = Math.max(this.#waiting.length, wire.peerRequests.length);
		if (wire.amChoking || !exists || most >= MAX_WAITING) {
			if (wire.hasFast) wire._message(REJECT, [index, offset, length], null);
			return;
		}
		const request = { piece: index, offset, length };
		wire.peerRequests.push(request);
		this.#waiting.push(request);
		this.serve();
	}

	#sendBlock(request: PeerRequest): void {
		const wire = this.#wire;
		const { piece, offset, length } = request;
		this.#reading += length;
		wire.emit('request', piece, offset, length, (error: Error | null, bytes?: Uint8Array) => {
			this.#reading -= length;
			// It may have been cancelled meanwhile.
			const at = wire.peerRequests.indexOf(request);
			if (at === -1) return;
			wire.peerRequests.splice(at, 1);
			if (bytes && !error) wire.piece(piece, offset, bytes);
			else if (wire.hasFast) wire._message(REJECT, [piece, offset, length], null);
			this.serve();
		});
	}
}
