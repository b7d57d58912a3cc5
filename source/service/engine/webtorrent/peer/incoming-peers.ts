import type { Socket } from 'node:net';
import type WebTorrent from 'webtorrent';
import LibraryTorrent from 'webtorrent/lib/torrent.js';
import { shareOfOpenFiles } from '../../../../concurrency/open-files.ts';
import type { ShareOf } from '../../../connections/network.ts';
import { makeRoom, type Slot, type Usefulness } from '../../../connections/slots.ts';
import type { PeerConnection } from './peer-io.ts';

/** Maximum incoming connections, so that outgoing ones have room. */
export const MAX_INCOMING = shareOfOpenFiles(300, 3 / 8);
/**
 * Maximum incoming connections of a network: a fifth. Peers behind one address translator or VPN rarely need more,
 * because this engine also connects to them itself.
 */
export const MAX_INCOMING_OF_NETWORK = Math.ceil(MAX_INCOMING / 5);
/** Time for the handshake of an incoming peer. */
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** Time without a block after which a peer may end for a new one: if no side is interested, and if one is. */
const IDLE_AFTER_MS = 10_000;
const SNUBBED_AFTER_MS = 60_000;

/** Ranks of the connections that may end for a new one, the least useful first. */
const ranks = { noHandshake: 0, notInterested: 1, neverTransferred: 2, transferredBefore: 3 };

const incomingOf = new WeakMap<Socket, IncomingPeer>();

/** Notes the peer of an accepted socket. */
export function noteIncomingPeer(connection: PeerConnection): void {
	incomingOf.get(connection.socket)?.begin(connection);
}

/** Accepts peers for a client, with a share for each network. Without room, the least useful peer ends. */
export class IncomingPeers {
	readonly #peers = new Set<IncomingPeer>();
	readonly #shareOf: ShareOf;

	constructor(shareOf: ShareOf) {
		this.#shareOf = shareOf;
	}

	/** Takes over the new connections of the library's server. */
	attach({ tcpServer, _onTCPConnectionBound }: NonNullable<WebTorrent['_connPool']>): void {
		tcpServer.removeListener('connection', _onTCPConnectionBound);
		tcpServer.on('connection', (socket) => this.#accept(socket, _onTCPConnectionBound));
	}

	#accept(socket: Socket, take: (socket: Socket) => void): void {
		const network = this.#shareOf(socket.remoteAddress);
		if (!makeRoom(this.#peers, network, { size: MAX_INCOMING, share: MAX_INCOMING_OF_NETWORK })) {
			socket.destroy();
			return;
		}
		const peer = new IncomingPeer(network, (ended) => this.#peers.delete(ended));
		this.#peers.add(peer);
		incomingOf.set(socket, peer);
		socket.once('close', () => this.#peers.delete(peer));
		take(socket);
	}
}

/** An accepted connection. */
class IncomingPeer implements Slot {
	readonly network: string | undefined;
	readonly #onEnd: (peer: IncomingPeer) => void;
	#connection: PeerConnection | null = null;
	#hasHandshake = false;
	#hasTransferred = false;
	/** Time of its last block, before that of its handshake or of the connection, `performance.now()`. */
	#lastUse = performance.now();

	constructor(network: string | undefined, onEnd: (peer: IncomingPeer) => void) {
		this.network = network;
		this.#onEnd = onEnd;
	}

	begin(connection: PeerConnection): void {
		this.#connection = connection;
		const { peer, socket, wire } = connection;
		const timer = setTimeout(() => peer.destroy(new Error('no handshake in time')), HANDSHAKE_TIMEOUT_MS);
		timer.unref();
		socket.once('close', () => clearTimeout(timer));
		wire.once('handshake', () => {
			clearTimeout(timer);
			this.#hasHandshake = true;
			this.#lastUse = performance.now();
		});
		for (const event of ['download', 'upload'])
			wire.on(event, () => {
				this.#hasTransferred = true;
				this.#lastUse = performance.now();
			});
	}

	usefulness(): Usefulness | undefined {
		const sinceMs = this.#lastUse;
		if (!this.#hasHandshake || !this.#connection) return { rank: ranks.noHandshake, sinceMs };
		const { peer, wire } = this.#connection;
		// The overlay ends its connections itself.
		if (!(peer.swarm instanceof LibraryTorrent)) return undefined;
		const isInterested = wire.amInterested || wire.peerInterested;
		if (performance.now() - sinceMs < (isInterested ? SNUBBED_AFTER_MS : IDLE_AFTER_MS)) return undefined;
		if (!isInterested) return { rank: ranks.notInterested, sinceMs };
		return { rank: this.#hasTransferred ? ranks.transferredBefore : ranks.neverTransferred, sinceMs };
	}

	giveUp(): void {
		this.#onEnd(this);
		this.#connection?.peer.destroy(new Error('another peer takes its connection'));
	}
}
