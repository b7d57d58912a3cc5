import type { Socket } from 'node:net';
import type Wire from 'bittorrent-protocol';
import type { Throttle } from 'speed-limiter';
import type Peer from 'webtorrent/lib/peer.js';
import { Answers } from './answers.ts';
import { backlog } from './backlog.ts';
import { PeerSocket } from './peer-socket.ts';
import { Receiver } from './receiver.ts';

/**
 * Milliseconds without a byte after which a peer is given up: all others say at least every two minutes that they are
 * there (BEP 3). Silent ones would take the places of those who have something to say.
 */
const MOST_SILENCE = 180_000;
/** Bytes that may wait for a peer beside the answers to requests and the metadata. */
const MOST_UNSENT = 4 * 1024 * 1024;
/** Messages that may wait for a peer: for each piece that arrives there is one. */
const MOST_MESSAGES = 50_000;
/** Bytes that wait for every peer now and then. */
const LITTLE_UNSENT = 64 * 1024;

/** A peer that is connected. */
export interface Ends {
	readonly peer: Peer;
	readonly socket: Socket;
	readonly wire: Wire;
}

/**
 * Brings what a peer sends to its wire: at once while there is no limit, through the throttle otherwise. Reads no
 * more from the peer while the throttle or the disk has enough. `onNonsense` is called with what is wrong with what
 * the peer sent.
 */
export function receive(
	{ peer, socket, wire }: Ends,
	throttle: Throttle,
	onNonsense: (error: unknown) => void,
): void {
	const receiver = new Receiver(wire);
	const take = (bytes: Uint8Array): void => {
		try {
			receiver.take(bytes);
		} catch (error) {
			onNonsense(error);
		}
	};
	let throttled = 0;
	// Either is reason enough to read no more.
	let throttleFull = false;
	let diskBusy = false;
	const goOn = (): void => {
		if (!throttleFull && !diskBusy) socket.resume();
	};
	throttle.on('data', (bytes) => {
		throttled -= bytes.length;
		// It is our limit that makes the peer look slow: a block may take longer than is given for an answer.
		if (throttle._group.getEnabled()) wire._resetTimeout(true);
		take(bytes);
	});
	throttle.on('drain', () => {
		throttleFull = false;
		goOn();
	});
	const silence = setTimeout(() => {
		// Who is not read says nothing.
		if (throttleFull || diskBusy) silence.refresh();
		else peer.destroy(new Error('the peer is silent'));
	}, MOST_SILENCE).unref();
	socket.once('close', () => clearTimeout(silence));
	onBytes(socket, (bytes) => {
		silence.refresh();
		peer.emit('download', bytes.length);
		if (peer.destroyed) return;
		if (throttled === 0 && !throttle._group.getEnabled()) take(bytes);
		else {
			throttled += bytes.length;
			throttleFull = !throttle.write(Buffer.from(bytes));
			if (throttleFull) socket.pause();
		}
		if (!backlog.full || diskBusy) return;
		diskBusy = true;
		socket.pause();
		backlog.onRoom(() => {
			diskBusy = false;
			goOn();
		});
	});
	endTogether(socket, throttle);
}

/**
 * Brings what the wire says to the peer, through the throttle. A peer that makes us say more than it takes, by
 * whatever messages, is left: what waits for it would fill the memory.
 */
export function send({ socket, wire, peer }: Ends, throttle: Throttle): void {
	/** Bytes that were said and have not come through the throttle. */
	let held = 0;
	/** Messages since the peer had taken nearly everything: the smallest take more memory than they are long. */
	let messages = 0;
	const unsent = (): number => held + socket.writableLength;
	const answers = new Answers(peer, wire, unsent);
	const push = wire._push;
	wire._push = (data) => {
		const waiting = unsent();
		messages = waiting < LITTLE_UNSENT ? 0 : messages + 1;
		const most = MOST_UNSENT + wire.uploadSpeed() + 2 * (peer.swarm?.metadata?.length ?? 0);
		if (waiting > most || messages > MOST_MESSAGES) {
			peer.destroy(new Error('the peer takes less than it asks for'));
			return false;
		}
		if (!wire._finished) held += data.length;
		return push.call(wire, data);
	};
	throttle.on('data', (bytes) => {
		held -= bytes.length;
		peer.emit('upload', bytes.length);
		answers.next();
	});
	socket.on('drain', () => answers.next());
	wire.pipe(throttle);
	throttle.pipe(socket);
	endTogether(socket, throttle);
}

/** Errors are told by the end of the peer; a second one, of the same end, is no news. */
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
