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
 * 3). Silent ones would use up connections.
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
	let limitedBytes = 0;
	const turn: Consumer = {
		transfer: () => {
			if (!limited) return 0;
			limited = false;
			resume();
			return Math.max(1, limitedBytes);
		},
	};
	/** Limits bytes that are no requested blocks: those were limited when they were requested. */
	const limitOthers = (bytes: number): void => {
		const lane = limitsOfPeer(peer)?.down;
		const debt = others.charge(bytes, performance.now());
		if (debt === 0 || !lane?.isLimited || limited) return;
		limited = true;
		limitedBytes = bytes;
		socket.pause();
		lane.enqueue(turn);
	};
	socket.once('close', () => limitsOfPeer(peer)?.down.remove(turn));
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
	const isTooMuch = (bytes: number): boolean =>
		bytes > MAX_UNSENT_BYTES &&
		bytes > MAX_UNSENT_BYTES + wire.uploadSpeed() + 2 * (peer.swarm?.metadata?.length ?? 0);
	// The library makes other arrays, which each write to the socket turns into a Buffer.
	wire._message = (kind, numbers, data) => {
		const head = Buffer.allocUnsafe(5 + 4 * numbers.length);
		head.writeUInt32BE(head.length - 4 + (data?.length ?? 0));
		head[4] = kind;
		// The library reads large numbers of requests as negative ones.
		for (let at = 0; at < numbers.length; at++) head.writeUInt32BE((numbers[at] ?? 0) >>> 0, 5 + 4 * at);
		wire._push(head);
		if (data) wire._push(data);
	};
	const push = wire._push;
	wire._push = (data) => {
		const waiting = unsent();
		if (isTooMuch(waiting) || messages.add(data.length, waiting) > MAX_UNSENT_MESSAGES) {
			peer.destroy(new Error('the peer reads more slowly than it requests'));
			return false;
		}
		return push.call(wire, data);
	};
	socket.on('drain', () => uploads.serve());
	// Ends the socket when the wire ends.
	wire.pipe(socket);
}

/** Number of sent messages that are forgotten together. */
const MAX_SENT_ENDS = 1_024;

/** Counts unsent messages of a peer. The smallest take more memory than their length. */
class UnsentMessages {
	/** Ends of messages, in bytes since the connection began. The first `#sent` ones are sent. */
	readonly #ends: number[] = [];
	#sent = 0;
	/** Bytes of all messages since the connection began. */
	#total = 0;

	/** Adds a message of `length` bytes after `unsent` bytes. Returns the number of unsent messages. */
	add(length: number, unsent: number): number {
		const ends = this.#ends;
		const sentBytes = this.#total - unsent;
		while ((ends[this.#sent] ?? Number.POSITIVE_INFINITY) <= sentBytes) this.#sent++;
		if (this.#sent > MAX_SENT_ENDS) {
			ends.splice(0, this.#sent);
			this.#sent = 0;
		}
		this.#total += length;
		return ends.push(this.#total) - this.#sent;
	}
}

function onBytes(socket: Socket, take: (bytes: Uint8Array) => void): void {
	if (socket instanceof PeerSocket) socket.onBytes = take;
	else socket.on('data', take);
}
