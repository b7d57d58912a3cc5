import { join } from 'node:path';
import type { Verdict } from '../../basics/verdict.ts';
import { sharesBesides } from '../connections/network.ts';
import type { Log } from '../log/log.ts';
import { StateFile } from '../storage/state-file.ts';
import { AddressBook } from './address-book.ts';
import { BlockList } from './block-list.ts';
import { Connections } from './connections.ts';
import { Dialer } from './dialer.ts';
import { isTopic, MAX_FUTURE_MS } from './envelope.ts';
import type { Frame } from './frames.ts';
import { type ProvedService, VersionMismatch } from './handshake.ts';
import type { Identity } from './keys.ts';
import { LimitedLog } from './limited-log.ts';
import { type OverlayLimits, overlayLimits } from './limits.ts';
import { Messages } from './messages.ts';
import { Offenses } from './offenses.ts';
import type { Overlay, OverlayMessage, OverlayPeer, OverlayTopic } from './overlay.ts';
import { isId } from './public-key.ts';
import { ADDRESSES_FILE, SavedAddresses, savedAddresses } from './saved-addresses.ts';
import type { OverlayTransport, TransportConnection } from './transport.ts';

export const overlayText = {
	connected: (id: string, address: string | undefined) =>
		`Overlay: connected to ${id}${address === undefined ? '' : ` at ${address}`}.`,
	clock: (id: string, minutes: number) =>
		`Overlay: the clock of ${id} differs by ${minutes} minutes. Messages between the two services are ignored.`,
	disconnected: (id: string) => `Overlay: disconnected from ${id}.`,
	refused: (address: string | undefined, reason: string) =>
		`Overlay: no connection with ${address ?? 'an unknown address'}: ${reason}.`,
	unreachable: (address: string, reason: string) =>
		`Overlay: cannot connect to ${address}: ${reason}. It is tried again.`,
	blocked: (id: string, reason: string) => `Overlay: ${id} is blocked: ${reason}.`,
	paused: (id: string, seconds: number, reason: string) =>
		`Overlay: ${id} is blocked for ${seconds} s: ${reason}.`,
	violations: 'it sends invalid messages',
	flood: 'it sends more than the limits allow',
};

type Proof = Pick<ProvedService, 'sealKey' | 'clockMs'>;

export interface OverlayNetworkOptions {
	readonly identity: Identity;
	readonly transport: OverlayTransport;
	/** Folder of the files with blocked services and known addresses. */
	readonly stateFolder: string;
	/** host:port of services that are always connected. */
	readonly peers: readonly string[];
	/** Hosts whose connections have no share of a network. */
	readonly hostsWithoutShare?: readonly string[];
	readonly log: Log;
	/** Other limits than the default ones. */
	readonly limits?: Partial<OverlayLimits>;
}

/** Signed messages between services, over the connections of a transport. */
export class OverlayNetwork implements Overlay {
	readonly id: string;
	readonly #transport: OverlayTransport;
	readonly #log: LimitedLog;
	readonly #topics = new Map<string, OverlayTopic>();
	readonly #blocks: BlockList;
	readonly #offenses: Offenses;
	readonly #book: AddressBook;
	readonly #saved: SavedAddresses;
	readonly #dialer: Dialer;
	readonly #connections: Connections;
	readonly #messages: Messages;
	#isClosed = false;

	constructor(options: OverlayNetworkOptions) {
		const { identity, transport, stateFolder, peers, log, limits: given } = options;
		const limits = { ...overlayLimits, ...given };
		this.id = identity.id;
		this.#transport = transport;
		this.#log = new LimitedLog(log);
		this.#blocks = new BlockList(stateFolder, log);
		this.#offenses = new Offenses(limits);
		const file = new StateFile(join(stateFolder, ADDRESSES_FILE), log);
		const book = new AddressBook(peers, savedAddresses(file.read()));
		this.#book = book;
		this.#saved = new SavedAddresses(file, () => book.saved());
		const isBlocked = (id: string) => this.#isIgnored(id);
		const dialer: Dialer = new Dialer({
			book,
			limits,
			dial: (address) => transport.dial(address),
			isConnected: (id) => connections.isConnected(id),
			isBlocked,
			outgoing: () => connections.outgoing,
		});
		const connections: Connections = new Connections({
			identity,
			limits,
			book,
			dialer,
			shareOf: sharesBesides(options.hostsWithoutShare ?? []),
			isBlocked,
			received: (id, frame) => this.#received(id, frame),
			connected: (peer, proved) => this.#connected(peer, proved),
			disconnected: (peer) => this.#disconnected(peer),
			offended: (id) => this.#offended(id),
			flooded: (id) => this.#pause(id, this.#offenses.block(id, Date.now()), overlayText.flood),
			refused: (connection, error) => this.#refused(connection, error),
			addressesChanged: () => this.#saved.changed(),
		});
		this.#dialer = dialer;
		this.#connections = connections;
		this.#messages = new Messages({
			identity,
			limits,
			topics: this.#topics,
			isBlocked,
			sendTo: (id, kind, payload) => connections.sendTo(id, kind, payload),
			sendToOthers: (except, kind, payload) => connections.sendToOthers(except, kind, payload),
			offended: (id) => this.#offended(id),
			log,
		});
	}

	join(topic: string, user: OverlayTopic): void {
		if (!isTopic(topic)) throw new RangeError(`Invalid topic ${JSON.stringify(topic)}`);
		this.#topics.set(topic, user);
		const peers = this.#connections.peers;
		if (peers.length === 0) return;
		// The user is not ready before its caller continues.
		setImmediate(() => {
			if (this.#topics.get(topic) !== user) return;
			for (const { id } of peers)
				if (this.#connections.isConnected(id)) this.#messages.inform(() => user.connected?.(id));
		});
	}

	leave(topic: string): void {
		this.#topics.delete(topic);
	}

	async start(): Promise<void> {
		await this.#transport.start({
			connected: (connection) => void this.#connections.run(connection),
			unreachable: (address, reason) => this.#unreachable(address, reason),
		});
		if (!this.#isClosed) this.#dialer.start();
	}

	publish(topic: string, body: Uint8Array, expiresMs: number): Uint8Array {
		return this.#messages.publish(topic, body, expiresMs);
	}

	open(topic: string, envelope: Uint8Array): Omit<OverlayMessage, 'via'> | undefined {
		return this.#messages.open(topic, envelope);
	}

	send(to: string, topic: string, body: Uint8Array): void {
		this.#messages.send(to, topic, body);
	}

	learn(address: string, id: string, network?: string): void {
		if (this.#isIgnored(id) || this.#connections.isConnected(id)) return;
		if (this.#book.learn(address, id, network, id)) this.#dialer.wake();
	}

	block(id: string, reason: string): void {
		if (!isId(id) || id === this.id) return;
		if (this.#blocks.add(id, reason, Date.now())) this.#log.write('warning', overlayText.blocked(id, reason));
		this.#connections.disconnect(id);
	}

	isBlocked(id: string): boolean {
		return this.#blocks.has(id);
	}

	blockedServices(): readonly { readonly id: string; readonly reason: string }[] {
		return this.#blocks.all();
	}

	unblock(id: string): boolean {
		return this.#blocks.delete(id);
	}

	networkOf(id: string): string | undefined {
		return this.#connections.networkOf(id);
	}

	peers(): readonly OverlayPeer[] {
		return this.#connections.peers;
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		this.#dialer.close();
		this.#connections.close();
		this.#saved.close();
		await this.#transport.close();
		this.#log.close();
	}

	/** Whether nothing of this service is accepted now. */
	#isIgnored(id: string): boolean {
		return this.#blocks.has(id) || this.#offenses.isBlocked(id, Date.now());
	}

	#received(id: string, { kind, payload }: Frame): Verdict {
		switch (kind) {
			case 'published':
				return this.#messages.published(id, payload);
			case 'direct':
				return this.#messages.direct(id, payload);
			case 'sealed':
				return this.#messages.sealed(id, payload);
			default:
				return 'reject';
		}
	}

	#connected({ id, address }: OverlayPeer, { sealKey, clockMs }: Proof): void {
		this.#messages.learnSealKey(id, sealKey);
		this.#log.write('info', overlayText.connected(id, address));
		if (Math.abs(clockMs) > MAX_FUTURE_MS)
			this.#log.write('warning', overlayText.clock(id, Math.round(clockMs / 60_000)));
		for (const topic of this.#topics.values()) this.#messages.inform(() => topic.connected?.(id));
	}

	#disconnected({ id }: OverlayPeer): void {
		this.#log.write('info', overlayText.disconnected(id));
		for (const topic of this.#topics.values()) this.#messages.inform(() => topic.disconnected?.(id));
	}

	#offended(id: string): void {
		const durationMs = this.#offenses.count(id, Date.now());
		if (durationMs !== undefined) this.#pause(id, durationMs, overlayText.violations);
	}

	#pause(id: string, durationMs: number, reason: string): void {
		this.#log.write('warning', overlayText.paused(id, Math.ceil(durationMs / 1_000), reason));
		this.#connections.disconnect(id);
	}

	#refused({ address, isOutgoing }: TransportConnection, error: Error): void {
		const isConfigured = isOutgoing && address !== undefined && this.#book.get(address)?.isConfigured;
		const level = isConfigured || error instanceof VersionMismatch ? 'info' : 'debug';
		this.#log.write(level, overlayText.refused(address, error.message));
	}

	#unreachable(address: string, reason: string): void {
		const known = this.#book.get(address);
		if (known?.isConfigured && known.failures === 0)
			this.#log.write('warning', overlayText.unreachable(address, reason));
		this.#dialer.failed(address);
	}
}
