import Wire from 'bittorrent-protocol';
import type { Torrent } from 'webtorrent';
import Peer from 'webtorrent/lib/peer.js';
import type { Log } from '../../log.ts';
import { gatherWrites, joined } from './few-writes.ts';
import { rememberThrottles } from './limits.ts';

/** The longest message of a peer that is taken, in bytes: a bitfield of the largest torrent fits several times. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

/**
 * Changes the library where every connection passes, whichever download it belongs to:
 * - what a peer sends can make the library throw; the connection ends then, not the process;
 * - a peer cannot announce a message so long that waiting for it fills the memory;
 * - what is sent goes out in few writes, and what is received is joined without clearing memory first;
 * - the throttles of a connection are remembered, for an incoming one shows its download only later.
 * To be called once, before the first client is made.
 */
export function hookConnections(log: Log): void {
	const write = Wire.prototype._write;
	Wire.prototype._write = function (this: Wire, data, callback) {
		try {
			write.call(this, joined(this, data), callback);
		} catch (error) {
			const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
			log(
				'warning',
				`connection to ${this.remoteAddress ?? 'a peer'} ended, it sent what cannot be read: ${what}`,
			);
			this.destroy();
			callback(null);
		}
	};
	const onMessageLength = Wire.prototype._onMessageLength;
	Wire.prototype._onMessageLength = function (this: Wire, buffer) {
		const length = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength).readUInt32BE(0);
		if (length > MAX_MESSAGE_BYTES) throw new RangeError(`a message of ${length} bytes`);
		onMessageLength.call(this, buffer);
	};
	const setThrottlePipes = Peer.prototype.setThrottlePipes;
	Peer.prototype.setThrottlePipes = function (this: Peer) {
		const groups = this.throttleGroups;
		const down = groups.down.throttle();
		const up = groups.up.throttle();
		rememberThrottles(this, { down, up });
		this.throttleGroups = { down: { throttle: () => down }, up: { throttle: () => up } };
		setThrottlePipes.call(this);
		this.throttleGroups = groups;
		if (this.wire && this.conn) gatherWrites(this.wire, this.conn);
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
