import type { Socket } from 'node:net';
import type Wire from 'bittorrent-protocol';
import type Peer from 'webtorrent/lib/peer.js';
import { OVERLAY_WINDOW_BYTES, type OverlayReport } from '../../overlay-port.ts';

/** Maximum bytes of the overlay in one message of the extension. */
export const MAX_MESSAGE_BYTES = 16 * 1024;
/** Time in which a peer must read what was sent to it. */
const STALL_TIMEOUT_MS = 30_000;
/** Time to send the last bytes of a connection that ends. */
const END_TIMEOUT_MS = 2_000;

const connectionText = {
	badLength: (bytes: number) => `an overlay message of ${bytes} bytes`,
	stalled: 'the peer does not read',
	slowEnd: 'the peer does not read the end',
};

/** Peer whose handshakes are over. */
interface OverlayPeer {
	readonly peer: Peer;
	readonly wire: Wire;
	readonly socket: Socket;
	/** Number that the peer gave to the extension. */
	readonly extension: number;
}

/** An open connection to another service. It reports received bytes, and bounds the bytes in both directions. */
export class OverlayConnection {
	readonly id: number;
	readonly #peer: OverlayPeer;
	readonly #report: (report: OverlayReport) => void;
	/** Received messages of this turn of the event loop. */
	#messages: Uint8Array[] = [];
	/** Received bytes that the service has not released. */
	#unreleased = 0;
	/** Calls that wait until the socket takes more. */
	#waiting: (() => void)[] = [];
	#timer: NodeJS.Timeout | undefined;
	#isEnding = false;

	constructor(id: number, peer: OverlayPeer, report: (report: OverlayReport) => void) {
		this.id = id;
		this.#peer = peer;
		this.#report = report;
		peer.socket.on('drain', () => this.#onDrain());
	}

	/** Takes a message of the peer. The bytes are kept. */
	receive(bytes: Uint8Array): void {
		const { peer, socket } = this.#peer;
		if (bytes.length === 0 || bytes.length > MAX_MESSAGE_BYTES) {
			peer.destroy(new Error(connectionText.badLength(bytes.length)));
			return;
		}
		if (this.#isEnding) return;
		// One report for all messages of a read.
		if (this.#messages.push(bytes) === 1) setImmediate(() => this.#reportMessages());
		this.#unreleased += bytes.length;
		if (this.#unreleased >= OVERLAY_WINDOW_BYTES) socket.pause();
	}

	/** Sends bytes. Resolves when the connection takes more, or has ended. */
	send(bytes: Uint8Array): Promise<void> {
		const { wire, socket, extension, peer } = this.#peer;
		if (this.#isEnding || peer.destroyed) return Promise.resolve();
		for (let at = 0; at < bytes.length; at += MAX_MESSAGE_BYTES)
			wire.extended(extension, bytes.subarray(at, at + MAX_MESSAGE_BYTES));
		if (!socket.writableNeedDrain) return Promise.resolve();
		this.#timer ??= setTimeout(() => peer.destroy(new Error(connectionText.stalled)), STALL_TIMEOUT_MS);
		return new Promise((resolve) => this.#waiting.push(resolve));
	}

	release(bytes: number): void {
		this.#unreleased -= bytes;
		if (this.#unreleased < OVERLAY_WINDOW_BYTES) this.#peer.socket.resume();
	}

	/** Ends the connection after the bytes sent before. */
	end(): void {
		if (this.#isEnding) return;
		this.#isEnding = true;
		const { peer, socket } = this.#peer;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => peer.destroy(new Error(connectionText.slowEnd)), END_TIMEOUT_MS);
		// The peer is destroyed when the socket has finished.
		socket.end();
	}

	/** Handles the end of the connection. To be called once. */
	closed(): void {
		clearTimeout(this.#timer);
		this.#isEnding = true;
		this.#reportMessages();
		this.#wake();
		this.#report({ type: 'closed', connection: this.id });
	}

	#onDrain(): void {
		if (this.#isEnding) return;
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#wake();
	}

	#wake(): void {
		for (const resolve of this.#waiting.splice(0)) resolve();
	}

	#reportMessages(): void {
		if (this.#messages.length === 0) return;
		const bytes = Buffer.concat(this.#messages);
		this.#messages = [];
		this.#report({ type: 'data', connection: this.id, bytes });
	}
}
