import Wire from 'bittorrent-protocol';
import type { Torrent } from 'webtorrent';
import Peer from 'webtorrent/lib/peer.js';
import type { Log } from '../../../log.ts';
import { coalesceWrites } from './coalesce-writes.ts';
import { KeyExchange } from './key-exchange.ts';
import { hookQueueLength } from './known-peers.ts';
import { rememberThrottles } from './limits.ts';
import { OffenceLog } from './offence-log.ts';
import { receive, send } from './peer-io.ts';
import { hookSeedStatus } from './seed-status.ts';

/**
 * Changes the library where every connection passes, whichever download it belongs to:
 * - what a peer sends can make the library throw; the connection ends then, not the process;
 * - what is received is read by us, and what is sent goes out in few writes;
 * - the keys of encrypted connections are made without delay;
 * - the throttles of a connection are remembered, for an incoming one shows its download only later;
 * - whether a peer is a seed, and how many peers wait for room, is known better than by the library.
 * To be called once, before the first client is made.
 */
export function hookConnections(log: Log): void {
	// It formats its arguments even when nobody reads them.
	Wire.prototype._debug = () => {};
	hookSeedStatus();
	hookQueueLength();
	const offences = new OffenceLog(log, 'messages that cannot be read');
	Peer.prototype.setThrottlePipes = function (this: Peer) {
		const { wire, conn: socket } = this;
		if (!wire || !socket) throw new Error('a peer without a connection was connected');
		if (wire._encryptor) wire._encryptor._dh = new KeyExchange();
		const down = this.throttleGroups.down.throttle();
		const up = this.throttleGroups.up.throttle();
		rememberThrottles(this, { down, up });
		const ends = { peer: this, socket, wire };
		receive(ends, down, (error) => {
			const what = error instanceof Error ? error.message : String(error);
			offences.report(wire.remoteAddress, what);
			// Strangers can cause as many of these as they like.
			if (error instanceof Error && error.stack) log('debug', error.stack);
			this.destroy();
		});
		send(ends, up);
		coalesceWrites(wire, socket);
	};
}

/**
 * Connects without encryption on every second attempt: the library itself never does, so it would not reach peers
 * that refuse encryption.
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
