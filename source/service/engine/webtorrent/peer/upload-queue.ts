import type Wire from 'bittorrent-protocol';
import type { PeerRequest } from 'bittorrent-protocol';
import type Peer from 'webtorrent/lib/peer.js';

/** Requests of one peer that wait for their answers; clients send some hundred at most before they read. */
const MAX_WAITING = 2_048;
/** Bytes that are read for a peer before it has taken them, when it is slow. */
const MIN_READ_AHEAD_BYTES = 1024 * 1024;

/** The message that refuses a request (BEP 6). */
const REJECT = 16;

/**
 * Answers what a peer asks for as fast as it takes the answers. The library reads and keeps a block for every request,
 * so that a peer that asks and does not read fills the memory: a request takes 17 bytes, its answer up to 128 KiB.
 */
export class UploadQueue {
	readonly #peer: Peer;
	readonly #wire: Wire;
	/** Bytes that were said and that the peer has not taken. */
	readonly #unsent: () => number;
	/** Those of the wire's requests that nothing was read for yet, in order; some may have been cancelled since. */
	readonly #waiting: PeerRequest[] = [];
	/** Bytes that are being read. */
	#reading = 0;

	constructor(peer: Peer, wire: Wire, unsent: () => number) {
		this.#peer = peer;
		this.#wire = wire;
		this.#unsent = unsent;
		wire.extendedHandshake.reqq = MAX_WAITING;
		wire._onRequest = (index, offset, length) => this.#take(index, offset, length);
	}

	/** Answers what there is room for. */
	next(): void {
		const most = MIN_READ_AHEAD_BYTES + this.#wire.uploadSpeed() / 2;
		while (this.#waiting.length > 0 && !this.#peer.destroyed && this.#unsent() + this.#reading < most) {
			const request = this.#waiting.shift();
			if (request && this.#wire.peerRequests.includes(request)) this.#answer(request);
		}
	}

	#take(index: number, offset: number, length: number): void {
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
		this.next();
	}

	#answer(request: PeerRequest): void {
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
			this.next();
		});
	}
}
