import type Wire from 'bittorrent-protocol';
import type { PeerRequest } from 'bittorrent-protocol';
import type Peer from 'webtorrent/lib/peer.js';
import type { Consumer } from '../../../../concurrency/fair-limiter.ts';
import { releaseBlock } from '../disk/read-ahead.ts';
import { limitsOfPeer } from './limits.ts';

/** Maximum waiting requests per peer. Clients send at most a few hundred before they read. */
const MAX_WAITING = 2_048;
/** Minimum bytes read ahead of a slow peer. */
const MIN_READ_AHEAD_BYTES = 1024 * 1024;

/** Message type that rejects a request (BEP 6). */
const REJECT = 16;

/**
 * Serves a peer's requests at the rate it reads, within the upload limits. The library reads a block for every request. A peer that requests
 * and does not read would fill the memory. A request has 17 bytes, a block up to 128 KiB.
 */
export class UploadQueue implements Consumer {
	readonly #peer: Peer;
	readonly #wire: Wire;
	/** Returns the sent bytes that the peer has not read. */
	readonly #unsent: () => number;
	/** Requests of the wire without a read block, in order. Some may be cancelled already. */
	readonly #waiting: PeerRequest[] = [];
	/** Bytes being read from the disk. */
	#reading = 0;
	#isTransferring = false;
	/** Block that the wire is sending, until it is written to the socket. */
	#sending: Uint8Array | undefined;

	constructor(peer: Peer, wire: Wire, unsent: () => number) {
		this.#peer = peer;
		this.#wire = wire;
		this.#unsent = unsent;
		wire.extendedHandshake.reqq = MAX_WAITING;
		wire._onRequest = (index, offset, length) => this.#enqueue(index, offset, length);
	}

	/** Serves as many requests as fit, or waits for the limits. */
	serve(): void {
		// Blocks in memory are sent during the transfer, which then continues itself.
		if (this.#isTransferring || !this.#canServe) return;
		const lane = limitsOfPeer(this.#peer)?.up;
		if (lane?.isLimited) lane.enqueue(this);
		else this.transfer(Number.POSITIVE_INFINITY);
	}

	/** Returns a callback for the end of the write if `data` is a block whose memory is reused. */
	onWritten(data: Uint8Array): (() => void) | undefined {
		if (data !== this.#sending) return undefined;
		this.#sending = undefined;
		return () => releaseBlock(data);
	}

	/** Serves requests of about `budget` bytes. Returns their bytes. */
	transfer(budget: number): number {
		let bytes = 0;
		this.#isTransferring = true;
		try {
			while (bytes < budget && this.#canServe) {
				const request = this.#waiting.shift();
				if (!request || !this.#wire.peerRequests.includes(request)) continue;
				bytes += request.length;
				this.#readBlock(request);
			}
		} finally {
			this.#isTransferring = false;
		}
		return bytes;
	}

	/** Whether a request waits that fits the read-ahead. */
	get #canServe(): boolean {
		if (this.#waiting.length === 0 || this.#peer.destroyed) return false;
		const ahead = this.#unsent() + this.#reading;
		return ahead < MIN_READ_AHEAD_BYTES || ahead < MIN_READ_AHEAD_BYTES + this.#wire.uploadSpeed() / 2;
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

	#readBlock(request: PeerRequest): void {
		const wire = this.#wire;
		const { piece, offset, length } = request;
		this.#reading += length;
		wire.emit('request', piece, offset, length, (error: Error | null, bytes?: Uint8Array) => {
			this.#reading -= length;
			const at = wire.peerRequests.indexOf(request);
			// It may have been cancelled meanwhile.
			if (at === -1 || !bytes || error) limitsOfPeer(this.#peer)?.up.refund(length);
			if (at === -1) {
				if (bytes) releaseBlock(bytes);
				this.serve();
				return;
			}
			wire.peerRequests.splice(at, 1);
			if (bytes && !error) this.#sendBytes(piece, offset, bytes);
			else if (wire.hasFast) wire._message(REJECT, [piece, offset, length], null);
			this.serve();
		});
	}

	#sendBytes(piece: number, offset: number, bytes: Uint8Array): void {
		this.#sending = bytes;
		this.#wire.piece(piece, offset, bytes);
		// An encrypted connection sends a copy, and one that ends sends nothing.
		if (this.#sending) releaseBlock(bytes);
		this.#sending = undefined;
	}
}
