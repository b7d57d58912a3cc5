import type { Verdict } from '../../basics/verdict.ts';
import { KeyedRates, TokenBucket } from '../../concurrency/token-bucket.ts';
import { networkOf, type ShareOf } from '../connections/network.ts';
import { makeRoom, type Slot } from '../connections/slots.ts';
import type { AddressBook } from './address-book.ts';
import { decodeAddresses, encodeAddresses, MAX_ADDRESSES } from './address-list.ts';
import type { Dialer } from './dialer.ts';
import { type Frame, FrameError, type FrameKind } from './frames.ts';
import { Handshake, type ProvedService } from './handshake.ts';
import type { Identity } from './keys.ts';
import { MAX_KNOWN_NETWORKS, type OverlayLimits } from './limits.ts';
import { FloodError, type Link, type SharedBacklog } from './link.ts';
import type { OverlayPeer } from './overlay.ts';
import type { TransportConnection } from './transport.ts';

/** Reasons for which a connection is refused. They have no period. */
const refusalText = {
	own: 'it leads to this service itself',
	blocked: 'the service is blocked',
	full: 'there are too many connections',
	network: 'there are too many connections of its network',
	busy: 'no further connection is examined now',
};

/** A connected service. */
interface Peer extends OverlayPeer {
	readonly link: Link;
	readonly frames: AsyncGenerator<Frame>;
	/** Time of the connection by the clock of the side that opened it. */
	readonly openedMs: number;
	/** Source of its messages: see `networkOf`. */
	readonly network: string | undefined;
	/** Network whose share of the connections it takes. */
	readonly share: string | undefined;
	/** Time of its last accepted message, before that of the connection, `performance.now()`. */
	lastUseMs: number;
}

interface ConnectionsOptions {
	readonly identity: Identity;
	readonly limits: OverlayLimits;
	readonly book: AddressBook;
	readonly dialer: Dialer;
	readonly shareOf: ShareOf;
	readonly isBlocked: (id: string) => boolean;
	/** Handles a message. 'reject' is a violation. */
	readonly received: (id: string, frame: Frame) => Verdict;
	readonly connected: (peer: OverlayPeer, proved: Pick<ProvedService, 'sealKey' | 'clockMs'>) => void;
	readonly disconnected: (peer: OverlayPeer) => void;
	/** Handles a violation of a connected service. */
	readonly offended: (id: string) => void;
	/** Handles a service that keeps sending more than the limits allow. */
	readonly flooded: (id: string) => void;
	/** Handles a connection that was not accepted. */
	readonly refused: (connection: TransportConnection, error: Error) => void;
	/** The verified addresses changed. */
	readonly addressesChanged: () => void;
}

/** The connected services: one connection for each, bounded in number, with an exchange of addresses. */
export class Connections {
	readonly #options: ConnectionsOptions;
	readonly #handshake: Handshake;
	readonly #peers = new Map<string, Peer>();
	/** Rates of incoming connections, so that one network with many identities leaves room for others. */
	readonly #rates: { readonly all: TokenBucket; readonly networks: KeyedRates };
	/** Connections whose service is not accepted yet. */
	readonly #openingIncoming = new Set<Slot>();
	#openingOutgoing = 0;
	#isClosed = false;

	constructor(options: ConnectionsOptions) {
		const { identity, limits } = options;
		this.#options = options;
		this.#rates = {
			all: new TokenBucket(limits.incoming, performance.now()),
			networks: new KeyedRates(limits.networkIncoming, MAX_KNOWN_NETWORKS),
		};
		const backlog: SharedBacklog = { bytes: 0 };
		const check = (id: string, connection: TransportConnection) => this.#check(id, connection);
		this.#handshake = new Handshake({ identity, limits, backlog, check });
	}

	get peers(): readonly OverlayPeer[] {
		return [...this.#peers.values()].map(publicPart);
	}

	/** Number of outgoing connections. */
	get outgoing(): number {
		return this.#countOf(true);
	}

	isConnected(id: string): boolean {
		return this.#peers.has(id);
	}

	/** Returns the network of a connected service. Undefined on loopback. */
	networkOf(id: string): string | undefined {
		return this.#peers.get(id)?.network;
	}

	/** Sends a frame. Returns false if the service is not connected. */
	sendTo(id: string, kind: FrameKind, payload: Uint8Array): boolean {
		const peer = this.#peers.get(id);
		peer?.link.send(kind, payload);
		return peer !== undefined;
	}

	/** Sends a frame to all connected services but these. */
	sendToOthers(except: readonly string[], kind: FrameKind, payload: Uint8Array): void {
		for (const { id, link } of this.#peers.values()) if (!except.includes(id)) link.send(kind, payload);
	}

	/** Ends the connection to a service. */
	disconnect(id: string): void {
		const peer = this.#peers.get(id);
		if (peer) this.#remove(peer);
	}

	/** Ends all connections. */
	close(): void {
		this.#isClosed = true;
		for (const { link } of this.#peers.values()) link.end();
		this.#peers.clear();
	}

	/** Handles a new connection until it ends. Never rejects. */
	async run(connection: TransportConnection): Promise<void> {
		let peer: Peer;
		try {
			peer = await this.#open(connection);
		} catch (error) {
			if (!this.#isClosed)
				this.#refuse(connection, error instanceof Error ? error : new Error(String(error)));
			return;
		}
		await this.#receive(peer);
	}

	async #open(connection: TransportConnection): Promise<Peer> {
		const { isOutgoing, address, host } = connection;
		const share = this.#options.shareOf(host);
		const end = this.#isClosed
			? undefined
			: isOutgoing
				? this.#beginOutgoing(address)
				: this.#beginIncoming(connection, share);
		if (!end) {
			connection.stream.on('error', () => {}).destroy();
			throw new Error(refusalText.busy);
		}
		try {
			const proved = await this.#handshake.run(connection);
			const network = networkOf(host);
			const lastUseMs = performance.now();
			const peer = { ...proved, isOutgoing, address, network, share, lastUseMs, connectedMs: Date.now() };
			this.#add(peer, proved);
			return peer;
		} finally {
			end();
		}
	}

	/** Counts a connection that opens, if one is missing. Returns how to end that; undefined if it is not wanted. */
	#beginOutgoing(address: string | undefined): (() => void) | undefined {
		const { dialer, limits } = this.#options;
		const isMissing = this.outgoing < limits.outgoing || (address !== undefined && dialer.isDialing(address));
		if (!isMissing || this.#openingOutgoing >= limits.handshakes) return undefined;
		this.#openingOutgoing++;
		return () => void this.#openingOutgoing--;
	}

	/** The same for an incoming one, up to a rate. Without room, the one that opens for the longest time ends. */
	#beginIncoming({ stream }: TransportConnection, share: string | undefined): (() => void) | undefined {
		const { handshakes, networkConnections } = this.#options.limits;
		const { all, networks } = this.#rates;
		const sinceMs = performance.now();
		if (share !== undefined && !networks.take(share, sinceMs)) return undefined;
		if (!all.take(1, sinceMs)) return undefined;
		if (!makeRoom(this.#openingIncoming, share, { size: handshakes, share: networkConnections }))
			return undefined;
		const end = () => void this.#openingIncoming.delete(slot);
		const slot: Slot = {
			network: share,
			usefulness: () => ({ rank: 0, sinceMs }),
			giveUp: () => {
				end();
				stream.destroy();
			},
		};
		this.#openingIncoming.add(slot);
		return end;
	}

	#refuse(connection: TransportConnection, error: Error): void {
		const { dialer, refused } = this.#options;
		const { isOutgoing, address } = connection;
		if (isOutgoing && address !== undefined) dialer.failed(address);
		refused(connection, error);
	}

	/** Throws if no connection to this service is wanted. */
	#check(id: string, { address, isOutgoing }: TransportConnection): void {
		const { identity, book, isBlocked } = this.#options;
		if (id === identity.id) {
			if (isOutgoing && address !== undefined) book.removeOwn(address);
			throw new Error(refusalText.own);
		}
		if (isBlocked(id)) throw new Error(refusalText.blocked);
	}

	/** Accepts a proved service. Throws if it is not wanted, and ends its connection. */
	#add(peer: Peer, proved: ProvedService): void {
		const { connected, isBlocked } = this.#options;
		const { id, link } = peer;
		this.#recordAddress(peer);
		const old = this.#peers.get(id);
		// It may have been blocked since the check of its handshake.
		const refusal = isBlocked(id) ? refusalText.blocked : old ? undefined : this.#refusalOf(peer);
		if (this.#isClosed || refusal !== undefined) {
			link.end();
			throw new Error(refusal ?? refusalText.full);
		}
		if (old && !this.#isPreferred(peer, old)) {
			// The other side may send on it until it knows both connections.
			link.retire();
			return;
		}
		this.#peers.set(id, peer);
		if (old) old.link.retire();
		else connected(publicPart(peer), proved);
		this.#sendAddresses(peer);
	}

	/**
	 * Whether a new connection replaces the one to the same service. Both sides decide the same: they keep the one
	 * that the smaller id opened, and the latest of those.
	 */
	#isPreferred(peer: Peer, old: Peer): boolean {
		if (peer.isOutgoing === old.isOutgoing) return peer.openedMs > old.openedMs;
		return peer.isOutgoing === this.#options.identity.id < peer.id;
	}

	/** Returns why there is no room for a new peer; undefined if there is. An idle incoming one may end for it. */
	#refusalOf({ isOutgoing, share }: Peer): string | undefined {
		const { connections, outgoing, networkConnections } = this.#options.limits;
		if (isOutgoing) return this.#peers.size >= connections ? refusalText.full : undefined;
		const incoming = [...this.#peers.values()].filter((peer) => !peer.isOutgoing);
		const size = connections - Math.max(outgoing, this.outgoing);
		const slots = incoming.map((peer) => this.#slotOf(peer));
		if (makeRoom(slots, share, { size, share: networkConnections })) return undefined;
		return incoming.length < size ? refusalText.network : refusalText.full;
	}

	/** An incoming connection may end for a new one if its service has sent no accepted message for a long time. */
	#slotOf(peer: Peer): Slot {
		const { idleMs } = this.#options.limits;
		const { share: network, lastUseMs: sinceMs } = peer;
		return {
			network,
			usefulness: () => (performance.now() - sinceMs < idleMs ? undefined : { rank: 0, sinceMs }),
			giveUp: () => this.#remove(peer),
		};
	}

	#countOf(isOutgoing: boolean): number {
		return [...this.#peers.values()].filter((peer) => peer.isOutgoing === isOutgoing).length;
	}

	async #receive(peer: Peer): Promise<void> {
		const { received, offended, flooded } = this.#options;
		try {
			for await (const frame of peer.frames) {
				// A second connection still delivers what was sent before. A blocked service has none.
				if (!this.#peers.has(peer.id)) break;
				const verdict =
					frame.kind === 'addresses' ? this.#learnAddresses(peer, frame.payload) : received(peer.id, frame);
				if (verdict === 'accept') peer.lastUseMs = performance.now();
				if (verdict === 'reject') offended(peer.id);
			}
		} catch (error) {
			// All other errors are those of an ended connection.
			if (error instanceof FrameError) offended(peer.id);
			if (error instanceof FloodError) flooded(peer.id);
		}
		this.#remove(peer);
	}

	/** Ends a connection. The service is disconnected, unless it has a newer connection. */
	#remove(peer: Peer): void {
		const { dialer, disconnected } = this.#options;
		peer.link.destroy();
		if (this.#peers.get(peer.id) !== peer) return;
		this.#peers.delete(peer.id);
		const { isOutgoing, address, connectedMs } = peer;
		if (isOutgoing && address !== undefined) dialer.disconnected(address, Date.now() - connectedMs);
		else dialer.wake();
		disconnected(publicPart(peer));
	}

	/** Records the address of a proved service. Other peers learn it when this service reached it. */
	#recordAddress({ id, isOutgoing, address }: Peer): void {
		const { book, dialer, addressesChanged } = this.#options;
		if (address === undefined) return;
		if (!isOutgoing) {
			// The dialer connects to it, to verify it.
			if (book.learn(address, id, address, id)) dialer.wake();
			return;
		}
		dialer.connected(address);
		const known = book.verified(address, id);
		if (!known) return;
		addressesChanged();
		for (const other of this.#peers.values())
			if (other.id !== id && book.mayShare(known, other.address))
				other.link.send('addresses', encodeAddresses([address]));
	}

	/** Sends verified addresses to a new peer. */
	#sendAddresses({ id, address, link }: Peer): void {
		const { book } = this.#options;
		const shared = [...book.all()].filter((known) => known.id !== id && book.mayShare(known, address));
		const chosen = sample(shared, MAX_ADDRESSES).map((known) => known.address);
		if (chosen.length > 0) link.send('addresses', encodeAddresses(chosen));
	}

	#learnAddresses(peer: Peer, payload: Buffer): Verdict {
		const { book, dialer } = this.#options;
		const addresses = decodeAddresses(payload);
		if (!addresses) return 'reject';
		const learned = addresses.filter((address) => book.learn(address, peer.id, peer.address));
		if (learned.length > 0) dialer.wake();
		return 'ignore';
	}
}

const publicPart = ({ id, isOutgoing, address, connectedMs }: OverlayPeer): OverlayPeer => ({
	id,
	isOutgoing,
	address,
	connectedMs,
});

/** Returns a random part of at most `count` elements. */
function sample<Element>(elements: readonly Element[], count: number): readonly Element[] {
	const rest = [...elements];
	while (rest.length > count) rest.splice(Math.floor(Math.random() * rest.length), 1);
	return rest;
}
