import type { Socket } from 'node:net';
import type Wire from 'bittorrent-protocol';
import type { Throttle } from 'speed-limiter';
import type Peer from 'webtorrent/lib/peer.js';
import { backlog } from './backlog.ts';
import { PeerSocket } from './peer-socket.ts';
import { Receiver } from './receiver.ts';

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
	throttle.on('data', (bytes) => {
		throttled -= bytes.length;
		take(bytes);
	});
	throttle.on('drain', () => socket.resume());
	onBytes(socket, (bytes) => {
		peer.emit('download', bytes.length);
		if (peer.destroyed) return;
		if (throttled === 0 && !throttle._group.getEnabled()) take(bytes);
		else {
			throttled += bytes.length;
			if (!throttle.write(Buffer.from(bytes))) socket.pause();
		}
		if (!backlog.full) return;
		socket.pause();
		backlog.onRoom(() => socket.resume());
	});
	endTogether(socket, throttle);
}

/** Brings what the wire says to the peer, through the throttle. */
export function send({ socket, wire, peer }: Ends, throttle: Throttle): void {
	throttle.on('data', (bytes) => peer.emit('upload', bytes.length));
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
