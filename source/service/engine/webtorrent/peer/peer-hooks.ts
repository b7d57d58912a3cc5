import type { Socket } from 'node:net';
import Wire from 'bittorrent-protocol';
import type { Torrent } from 'webtorrent';
import Peer from 'webtorrent/lib/peer.js';
import type { Log } from '../../../log/log.ts';
import { noteIncomingPeer } from './incoming-peers.ts';
import { KeyExchange } from './key-exchange.ts';
import { hookQueueLength } from './known-peers.ts';
import { OffenseLog } from './offense-log.ts';
import { receive, send } from './peer-io.ts';
import { hookSeedStatus } from './seed-status.ts';

let isHooked = false;

/**
 * Patches the library for all connections, at the first call, which is before the first client is created.
 * - An exception caused by a peer ends the connection, not the process.
 * - Our parser reads messages, and writes are coalesced.
 * - Keys of encrypted connections are created without delay.
 * - The throttles of the library are left out: `Limits` has those of downloads.
 * - The seed status and the number of waiting peers are corrected.
 */
export function hookConnections(log: Log): void {
	if (isHooked) return;
	isHooked = true;
	// It formats its arguments even without a reader.
	Wire.prototype._debug = () => {};
	hookSeedStatus();
	hookQueueLength();
	const offenses = new OffenseLog(log, 'messages that cannot be read');
	Peer.prototype.setThrottlePipes = function (this: Peer) {
		const { wire, conn: socket } = this;
		if (!wire || !socket) throw new Error('a peer without a connection was connected');
		if (wire._encryptor) wire._encryptor._dh = new KeyExchange();
		const ends = { peer: this, socket, wire };
		noteIncomingPeer(ends);
		receive(ends, (error) => {
			const what = error instanceof Error ? error.message : String(error);
			offenses.report(wire.remoteAddress, what);
			// Debug level, because peers can cause any number of these.
			if (error instanceof Error && error.stack) log('debug', error.stack);
			this.destroy();
		});
		send(ends);
		coalesceWrites(wire, socket);
	};
}

/**
 * Connects unencrypted on every second attempt. The library itself never does, so it cannot reach peers that refuse
 * encryption.
 */
export function fallBackToPlaintext(torrent: Torrent): void {
	const registerPeer = torrent._registerPeer;
	torrent._registerPeer = (peer) => {
		const onConnect = peer.onConnect;
		if (peer.type === 'tcpOutgoing') {
			// The number of attempts is set only after the peer was registered.
			peer.onConnect = () => {
				if (peer.retries % 2 === 1) peer.secure = 0;
				onConnect.call(peer);
			};
		}
		registerPeer.call(torrent, peer);
	};
}

/**
 * Sends the messages of one turn of the event loop together. The library writes each separately. One write per
 * 17-byte request would dominate the CPU time.
 */
function coalesceWrites(wire: Wire, socket: Socket): void {
	// Messages are already combined here, so Nagle's algorithm only adds delay.
	socket.setNoDelay(true);
	const push = wire._push;
	let isCorked = false;
	wire._push = (data) => {
		if (!isCorked) {
			isCorked = true;
			socket.cork();
			setImmediate(() => {
				isCorked = false;
				socket.uncork();
			});
		}
		return push.call(wire, data);
	};
}
