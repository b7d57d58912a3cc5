import { createHash } from 'node:crypto';
import type Wire from 'bittorrent-protocol';
import type WebTorrent from 'webtorrent';
import type { PeerSwarm } from 'webtorrent';
import Peer from 'webtorrent/lib/peer.js';
import { Semaphore } from '../../../../concurrency/semaphore.ts';
import { makeRoom, type Slot } from '../../../connections/slots.ts';
import type { OverlayOptions, OverlayReport } from '../../overlay-port.ts';
import { direct } from '../peer/connect-peers.ts';
import { destinationOf } from '../peer/peer-table.ts';
import { OverlayConnection } from './overlay-connection.ts';
import { OverlayDiscovery } from './overlay-discovery.ts';
import { addressOf, drop, endReason, isByte, isPort, type Member, memberText } from './overlay-member.ts';
import type { OverlayResources } from './overlay-resources.ts';

/** Infohash on which services find each other. No torrent has it. */
export const OVERLAY_INFOHASH = createHash('sha1').update('seedtop overlay 1').digest('hex');

/** Name of the extension (BEP 10). */
const EXTENSION = 'seedtop_overlay';
/** Maximum outgoing connections, and incoming ones: more than the service accepts and examines (`OverlayLimits`). */
const MAX_OUTGOING = 48;
export const MAX_INCOMING = 64;
/** Maximum incoming connections of one network. Several services may share it. */
export const MAX_INCOMING_OF_NETWORK = 12;
/** Maximum outgoing attempts at once, and waiting ones. */
const MAX_DIALS = 8;
const MAX_WAITING_DIALS = 500;
/** Time from a connected socket to the end of both handshakes. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Registers the extension. The messages are taken from the wire's event. */
class Extension {}
Object.defineProperty(Extension.prototype, 'name', { value: EXTENSION });

/**
 * Connections to other services on the port of the peers. To the library it is a swarm without pieces, but no torrent.
 * It is in no list of torrents, and uses none of their queues.
 */
export class OverlaySwarm implements PeerSwarm {
	readonly infoHash = OVERLAY_INFOHASH;
	readonly private = true;
	/** The library refuses a peer with this id: it is this service itself. */
	readonly peerId: string;
	readonly client: PeerSwarm['client'];
	readonly wires: Wire[] = [];
	readonly pieces: null[] = [];
	readonly metadata = null;
	readonly #client: WebTorrent;
	readonly #report: (report: OverlayReport) => void;
	readonly #log: OverlayResources['log'];
	readonly #shareOf: OverlayResources['shareOf'];
	readonly #discovery: OverlayDiscovery | null;
	readonly #get: WebTorrent['get'];
	readonly #members = new Set<Member>();
	readonly #connections = new Map<number, OverlayConnection>();
	readonly #dials = new Semaphore(MAX_DIALS);
	/** Number of attempts, waiting ones included. */
	#dialCount = 0;
	#lastId = 0;
	#isClosed = false;

	constructor(
		resources: OverlayResources,
		{ discovery }: OverlayOptions,
		report: (report: OverlayReport) => void,
	) {
		const { client } = resources;
		this.#client = client;
		this.#log = resources.log;
		this.#shareOf = resources.shareOf;
		this.#report = report;
		this.peerId = client.peerId;
		this.client = { peerId: client.peerId, dht: false };
		this.#get = client.get;
		// The library asks for the swarm of each incoming peer.
		client.get = (infohash) =>
			infohash === OVERLAY_INFOHASH ? Promise.resolve(this) : this.#get.call(client, infohash);
		this.#discovery = discovery
			? new OverlayDiscovery(resources, OVERLAY_INFOHASH, (address) => this.#dialFound(address))
			: null;
	}

	get destroyed(): boolean {
		return this.#isClosed;
	}

	/** Number of connections, also of those whose handshakes are not over. */
	get size(): number {
		return this.#members.size;
	}

	connection(id: number): OverlayConnection | undefined {
		return this.#connections.get(id);
	}

	/** Tries one connection. The result is a report. */
	dial(address: string): void {
		void this.#dial(address).catch((error: unknown) => {
			this.#report({ type: 'unreachable', address, reason: endReason(error) });
		});
	}

	/** Takes a peer that local discovery found. */
	found(infohash: string, address: string): void {
		if (infohash === OVERLAY_INFOHASH) this.#discovery?.found(address);
	}

	close(): void {
		this.#isClosed = true;
		this.#client.get = this.#get;
		this.#discovery?.close();
		for (const { peer } of [...this.#members]) drop(peer, memberText.closed);
	}

	/** Called by the library with an incoming peer that named the infohash. */
	_addIncomingPeer(peer: Peer): void {
		const socket = peer.conn;
		const host = socket?.remoteAddress;
		if (!socket || host === undefined) {
			peer.destroy();
			return;
		}
		const network = this.#shareOf(host);
		const limits = { size: MAX_INCOMING, share: MAX_INCOMING_OF_NETWORK };
		if (this.#isClosed || !makeRoom(this.#incoming().map(slotOf), network, limits)) {
			drop(peer, this.#isClosed ? memberText.closed : memberText.tooMany);
			return;
		}
		this.#add({
			peer,
			socket,
			isOutgoing: false,
			host,
			network,
			sinceMs: performance.now(),
			dialed: undefined,
			opened: () => {},
			failed: (error) => this.#log('debug', `overlay: ${host}: ${endReason(error)}`),
		});
	}

	/** Called by the library when the handshake of a peer has arrived, before it sends the extensions. */
	_onWire(wire: Wire): void {
		const member = [...this.#members].find(({ peer }) => peer.wire === wire);
		if (!member) {
			wire.destroy();
			return;
		}
		const { peer } = member;
		if (!wire.peerExtensions.extended) {
			drop(peer, memberText.noExtension);
			return;
		}
		// A service has no pieces. The library would keep those of the peer. They may arrive with its handshake.
		if (wire.peerPieces.buffer.length > 0) {
			drop(peer, memberText.outOfOrder);
			return;
		}
		wire.setKeepAlive(true);
		wire.extendedHandshake.v = 'seedtop';
		wire.extendedHandshake.p = this.#client.torrentPort;
		wire.use(Extension);
		wire.on('extended', (name: unknown, bytes: unknown) => {
			// The parser goes on to the end of the bytes that it was given.
			if (peer.destroyed) return;
			if (name === 'handshake') this.#open(member, wire);
			else if (name === EXTENSION && bytes instanceof Uint8Array) {
				if (member.connection) member.connection.receive(bytes);
				else drop(peer, memberText.outOfOrder);
			}
		});
		for (const event of ['bitfield', 'have']) wire.once(event, () => drop(peer, memberText.outOfOrder));
		// The extensions of an incoming peer may arrive together with its handshake.
		if (Object.keys(wire.peerExtendedHandshake).length > 0) this.#open(member, wire);
	}

	/** Called by the library at the end of each peer. */
	removePeer(): void {}

	/** Opens the connection with the first handshake of the extensions. Later ones change nothing. */
	#open(member: Member, wire: Wire): void {
		if (member.connection) return;
		const { peer, socket, isOutgoing, host } = member;
		const extension = wire.peerExtendedMapping[EXTENSION];
		if (!isByte(extension)) {
			drop(peer, memberText.noExtension);
			return;
		}
		const id = ++this.#lastId;
		member.connection = new OverlayConnection(id, { peer, wire, socket, extension }, this.#report);
		this.#connections.set(id, member.connection);
		const address = addressOf(member, wire);
		this.#report({ type: 'opened', connection: id, isOutgoing, address, host });
		member.opened();
	}

	/** Adds a peer with a connected socket. */
	#add(member: Member): void {
		const { peer } = member;
		this.#members.add(member);
		const timer = setTimeout(() => {
			if (!member.connection) drop(peer, memberText.noHandshake);
		}, HANDSHAKE_TIMEOUT_MS);
		peer.once('disconnect', (error: unknown) => {
			clearTimeout(timer);
			this.#members.delete(member);
			const { connection } = member;
			if (!connection) {
				member.failed(error);
				return;
			}
			this.#connections.delete(connection.id);
			connection.closed();
		});
	}

	async #dial(address: string): Promise<void> {
		const destination = destinationOf(address);
		if (destination.host === '' || !isPort(destination.port)) throw new Error(memberText.noAddress);
		if (this.#dialCount >= MAX_WAITING_DIALS) throw new Error(memberText.tooManyDials);
		this.#dialCount++;
		try {
			await this.#dials.run(() => this.#connect(address));
		} finally {
			this.#dialCount--;
		}
	}

	/** Resolves when both handshakes are over. */
	async #connect(address: string): Promise<void> {
		if (this.#isClosed) throw new Error(memberText.closed);
		if (this.#members.size - this.#incoming().length >= MAX_OUTGOING) throw new Error(memberText.tooMany);
		const { socket, established } = direct.open(destinationOf(address));
		await established;
		// The connection's own encryption is TLS, so that of BitTorrent would only take time.
		const peer = Peer.createTCPOutgoingPeer(address, this, this.#client.throttleGroups, 'overlay', 0);
		peer.conn = socket;
		const host = socket.remoteAddress ?? address;
		await new Promise<void>((opened, failed) => {
			const member = { peer, socket, host, network: undefined, sinceMs: performance.now(), dialed: address };
			this.#add({ ...member, isOutgoing: true, opened, failed });
			peer.onConnect();
			if (this.#isClosed) drop(peer, memberText.closed);
		});
	}

	/** Dials a service that discovery found, unless it is connected. Its failure is no report. */
	#dialFound(address: string): void {
		if ([...this.#members].some(({ dialed }) => dialed === address)) return;
		void this.#dial(address).catch((error: unknown) =>
			this.#log('debug', `overlay: ${address}: ${endReason(error)}`),
		);
	}

	#incoming(): Member[] {
		return [...this.#members].filter(({ isOutgoing }) => !isOutgoing);
	}
}

/** A connection may end for a new one until both handshakes are over. Later, the service decides about it. */
function slotOf({ peer, network, connection, sinceMs }: Member): Slot {
	return {
		network,
		usefulness: () => (connection ? undefined : { rank: 0, sinceMs }),
		giveUp: () => drop(peer, memberText.replaced),
	};
}
