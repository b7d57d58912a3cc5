import type { Socket } from 'node:net';
import type Wire from 'bittorrent-protocol';
import type Peer from 'webtorrent/lib/peer.js';
import type { Consumer } from '../../../../concurrency/fair-limiter.ts';
import { TokenBucket } from '../../../../concurrency/token-bucket.ts';
import { writeBackpressure } from '../disk/write-backpressure.ts';
import { limitsOfPeer } from './limits.ts';
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
/**
 * Received bytes of a peer besides requested blocks that no download limit applies to: requests, news of pieces,
 * metadata. A peer that sends more of them is read more slowly under a limit.
 */
const FREE_OVERHEAD = { perSecond: 64 * 1024, burst: 512 * 1024 };

/** A connected peer. */
export interface PeerConnection {
	readonly peer: Peer;
	readonly socket: Socket;
	readonly wire: Wire;
}

/**
 * Passes received bytes to the wire. Pauses reading while the disk is full, or while bytes beyond requested blocks
 * wait for the download limit. `onInvalidData` gets the reason when the peer sends invalid data.
 */
export function receive(
	{ peer, socket, wire }: PeerConnection,
	onInvalidData: (error: unknown) => void,
): void {
	const parser = new MessageParser(wire);
	const others = new TokenBucket(FREE_OVERHEAD, performance.now());
	// Either one pauses reading.
	let limited = false;
	let diskBusy = false;
	const resume = (): void => {
		if (!limited && !diskBusy) socket.resume();
	};
	/** Limits bytes that are no requested blocks: those were limited when they were requested. */
	const limitOthers = (bytes: number): void => {
		const lane = limitsOfPeer(peer)?.down;
		const debt = others.charge(bytes, performance.now());
		if (debt === 0 || !lane?.isLimited || limited) return;
		limited = true;
		socket.pause();
		const turn: Consumer = {
			transfer: () => {
				if (!limited) return 0;
				limited = false;
				resume();
				return Math.max(1, bytes);
			},
		};
		lane.enqueue(turn);
		socket.once('close', () => lane.remove(turn));
	};
	const silence = setTimeout(() => {
		// A peer that is not read cannot send a keep-alive.
		if (limited || diskBusy) silence.refresh();
		else peer.destroy(new Error('the peer is silent'));
	}, SILENCE_TIMEOUT_MS).unref();
	socket.once('close', () => clearTimeout(silence));
	onBytes(socket, (bytes) => {
		silence.refresh();
		peer.emit('download', bytes.length);
		if (peer.destroyed) return;
		try {
			limitOthers(bytes.length - parser.push(bytes));
		} catch (error) {
			onInvalidData(error);
		}
		if (!writeBackpressure.full || diskBusy) return;
		diskBusy = true;
		socket.pause();
		writeBackpressure.onRoom(() => {
			diskBusy = false;
			resume();
		});
	});
	// The peer reports the error.
	socket.on('error', () => {});
}

/**
 * Sends the wire's messages. Blocks are limited before they are read (`UploadQueue`). Disconnects a peer that does
 * not read, because unread messages would fill the memory.
 */
export function send({ socket, wire, peer }: PeerConnection): void {
	const unsent = (): number => socket.writableLength;
	const messages = new UnsentMessages();
	const uploads = new UploadQueue(peer, wire, unsent);
	const endWith = wire.push;
	wire.push = (data) => {
		if (!data) return endWith.call(wire, data);
		peer.emit('upload', data.length);
		return socket.write(data, uploads.onWritten(data));
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
	socket.on('drain', () => uploads.serve());
	// Ends the socket when the wire ends.
	wire.pipe(socket);
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

function onBytes(socket: Socket, take: (bytes: Uint8Array) => void): void {
	if (socket instanceof PeerSocket) socket.onBytes = take;
	else socket.on('data', take);
}
