import type { Socket } from 'node:net';
import type Wire from 'bittorrent-protocol';
import type { Throttle } from 'speed-limiter';
import type Peer from 'webtorrent/lib/peer.js';
import { writeBackpressure } from '../disk/write-backpressure.ts';
import { MessageParser } from './message-parser.ts';
import { PeerSocket } from './peer-socket.ts';
import { UploadQueue } from './upload-queue.ts';

/**
 * Time without a byte after which a peer is disconnected. Peers send a keep-alive at least every two minutes (BEP
 * 3). Silent ones would occupy connections.
 */
const SILENCE_TIMEOUT_MS = 180_000;
/** Maximum unsent bytes per peer, excluding blocks and metadata. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;
/** Maximum unsent messages per peer. Each received piece causes one. */
const MAX_UNSENT_MESSAGES = 50_000;

/** A connected peer. */
export interface PeerConnection {
	readonly peer: Peer;
	readonly socket: Socket;
	readonly wire: Wire;
}

/**
 * Passes received bytes to the wire: directly without a limit, otherwise through the throttle. Pauses reading while
 * the throttle or the disk is full. `onInvalidData` gets the reason when the peer sends invalid data.
 */
export function receive(
	{ peer, socket, wire }: PeerConnection,
	throttle: Throttle,
	onInvalidData: (error: unknown) => void,
): void {
	const parser = new MessageParser(wire);
	const take = (bytes: Uint8Array): void => {
		try {
			parser.push(bytes);
		} catch (error) {
			onInvalidData(error);
		}
	};
	let throttledBytes = 0;
	// Either one pauses reading.
	let throttleFull = false;
	let diskBusy = false;
	const resume = (): void => {
		if (!throttleFull && !diskBusy) socket.resume();
	};
	throttle.on('data', (bytes) => {
		throttledBytes -= bytes.length;
		// Our limit makes the peer look slow, so a block may exceed the response timeout.
		if (throttle._group.getEnabled()) wire._resetTimeout(true);
		take(bytes);
	});
	throttle.on('drain', () => {
		throttleFull = false;
		resume();
	});
	const silence = setTimeout(() => {
		// A peer that is not read cannot send a keep-alive.
		if (throttleFull || diskBusy) silence.refresh();
		else peer.destroy(new Error('the peer is silent'));
	}, SILENCE_TIMEOUT_MS).unref();
	socket.once('close', () => clearTimeout(silence));
	onBytes(socket, (bytes) => {
		silence.refresh();
		peer.emit('download', bytes.length);
		if (peer.destroyed) return;
		if (throttledBytes === 0 && !throttle._group.getEnabled()) take(bytes);
		else {
			throttledBytes += bytes.length;
			throttleFull = !throttle.write(Buffer.from(bytes));
			if (throttleFull) socket.pause();
		}
		if (!writeBackpressure.full || diskBusy) return;
		diskBusy = true;
		socket.pause();
		writeBackpressure.onRoom(() => {
			diskBusy = false;
			resume();
		});
	});
	endTogether(socket, throttle);
}

/**
 * Sends the wire's messages: directly without an upload limit, otherwise through the throttle. Disconnects a peer
 * that does not read, because unread messages would fill the memory.
 */
export function send({ socket, wire, peer }: PeerConnection, throttle: Throttle): void {
	/** Bytes of messages before or in the throttle. */
	let throttledBytes = 0;
	const unsent = (): number => throttledBytes + socket.writableLength;
	const messages = new UnsentMessages();
	const uploads = new UploadQueue(peer, wire, unsent);
	const pushToThrottle = wire.push;
	wire.push = (data) => {
		if (data && throttledBytes === 0 && !throttle._group.getEnabled()) {
			peer.emit('upload', data.length);
			return socket.write(data);
		}
		throttledBytes += data?.length ?? 0;
		return pushToThrottle.call(wire, data);
	};
	const push = wire._push;
	wire._push = (data) => {
		const waiting = unsent();
		const maxUnsent = MAX_UNSENT_BYTES + wire.uploadSpeed() + 2 * (peer.swarm?.metadata?.length ?? 0);
		if (waiting > maxUnsent || messages.add(data.length, waiting) > MAX_UNSENT_MESSAGES) {
			peer.destroy(new Error('the peer reads more slowly than it requests'));
			return false;
		}
		return push.call(wire, data);
	};
	throttle.on('data', (bytes) => {
		throttledBytes -= bytes.length;
		peer.emit('upload', bytes.length);
		uploads.serve();
	});
	socket.on('drain', () => uploads.serve());
	wire.pipe(throttle);
	throttle.pipe(socket);
	endTogether(socket, throttle);
}

/** Counts unsent messages of a peer. The smallest take more memory than their length. */
class UnsentMessages {
	/** Ends of unsent messages, in bytes since the connection began. */
	readonly #ends: number[] = [];
	/** Bytes of all messages since the connection began. */
	#total = 0;

	/** Adds a message of `length` bytes after `unsent` bytes. Returns the number of unsent messages. */
	add(length: number, unsent: number): number {
		const sent = this.#total - unsent;
		const first = this.#ends.findIndex((end) => end > sent);
		if (first !== 0) this.#ends.splice(0, first === -1 ? this.#ends.length : first);
		this.#total += length;
		return this.#ends.push(this.#total);
	}
}

/** Ends socket and throttle together. The peer reports the error; a second one of the same end is ignored. */
function endTogether(socket: Socket, throttle: Throttle): void {
	const known = (): void => {};
	socket.on('error', known);
	throttle.on('error', known);
	socket.once('close', () => throttle.destroy());
}

function onBytes(socket: Socket, take: (bytes: Uint8Array) => void): void {
	if (socket instanceof PeerSocket) socket.onBytes = take;
	else socket.on('data', take);
}
