import { hostOf, mayExchange, scopeOf, scopeOfPeer } from './address.ts';

/** An address at which a service may accept connections. */
export interface KnownAddress {
	readonly address: string;
	/** Whether the operator named it. It is tried for ever. */
	readonly isConfigured: boolean;
	/** Id of the peer that named it; undefined if the operator did. */
	readonly source: string | undefined;
	/** Id of the service there: proved if verified, else a claim. */
	id: string | undefined;
	/** Whether this service has connected to it. Only then others learn it. */
	isVerified: boolean;
	/** Consecutive failures to connect. */
	failures: number;
	/** Unix time of the next attempt, ms. */
	nextMs: number;
}

/** Saved form of a verified address. */
export interface SavedAddress {
	readonly address: string;
	readonly id: string;
}

const MAX_VERIFIED = 500;
const MAX_UNVERIFIED = 500;
/** Unverified addresses that one peer named. */
const MAX_OF_SOURCE = 32;
/** Addresses of one public host, so that one machine cannot fill the book. */
const MAX_OF_HOST = 8;
/** Consecutive failures after which an address is forgotten. */
const MAX_UNVERIFIED_FAILURES = 3;
const MAX_VERIFIED_FAILURES = 12;
/** Own addresses that are remembered, so that they are not tried again. */
const MAX_OWN = 50;

/** Addresses of other services. It bounds the addresses that peers name, and decides who learns which of them. */
export class AddressBook {
	readonly #known = new Map<string, KnownAddress>();
	readonly #own = new Set<string>();

	constructor(configured: readonly string[], saved: readonly SavedAddress[]) {
		for (const address of configured) this.#add(address, undefined, undefined, true);
		for (const { address, id } of saved.slice(0, MAX_VERIFIED)) {
			const known = this.#known.get(address) ?? this.#add(address, undefined, id, false);
			known.id = id;
			known.isVerified = true;
		}
	}

	get(address: string): KnownAddress | undefined {
		return this.#known.get(address);
	}

	/** All addresses, those of the operator first. */
	all(): Iterable<KnownAddress> {
		return this.#known.values();
	}

	saved(): readonly SavedAddress[] {
		return [...this.#known.values()].flatMap(({ address, id, isVerified }) =>
			isVerified && id !== undefined ? [{ address, id }] : [],
		);
	}

	/**
	 * Adds an address that a peer named, with the claimed id of the service there. Ignores addresses beyond the
	 * limits and those of networks in which the peer is not. Returns whether it is new.
	 */
	learn(address: string, source: string, peerAddress: string | undefined, id?: string): boolean {
		const scope = scopeOf(address);
		if (this.#known.has(address) || this.#own.has(address)) return false;
		if (scope === undefined || !mayExchange(scope, scopeOfPeer(peerAddress))) return false;
		const unverified = [...this.#known.values()].filter(
			({ isVerified, isConfigured }) => !isVerified && !isConfigured,
		);
		if (unverified.length >= MAX_UNVERIFIED) return false;
		if (unverified.filter((each) => each.source === source).length >= MAX_OF_SOURCE) return false;
		if (scope === 'public' && this.#countOf(hostOf(address)) >= MAX_OF_HOST) return false;
		this.#add(address, source, id, false);
		return true;
	}

	/** Records a connection to an address. Returns it if it was not verified before. */
	verified(address: string, id: string): KnownAddress | undefined {
		const known = this.#known.get(address) ?? this.#add(address, undefined, id, false);
		const isNew = !known.isVerified;
		known.id = id;
		known.isVerified = true;
		const verified = [...this.#known.values()].filter((each) => each.isVerified && !each.isConfigured);
		const oldest = verified.length > MAX_VERIFIED ? verified.find((each) => each !== known) : undefined;
		if (oldest) this.#known.delete(oldest.address);
		return isNew ? known : undefined;
	}

	/** Records a failure to connect. Forgets addresses after several. */
	failed(address: string): void {
		const known = this.#known.get(address);
		if (!known) return;
		known.failures++;
		const most = known.isVerified ? MAX_VERIFIED_FAILURES : MAX_UNVERIFIED_FAILURES;
		if (!known.isConfigured && known.failures >= most) this.#known.delete(address);
	}

	/** Removes an address of this service itself, and does not learn it again. */
	removeOwn(address: string): void {
		this.#known.delete(address);
		if (this.#own.size < MAX_OWN) this.#own.add(address);
	}

	/** Whether a peer at `peerAddress` may learn this address. Others do not learn names of the operator's hosts. */
	mayShare({ address, isVerified }: KnownAddress, peerAddress: string | undefined): boolean {
		const scope = scopeOf(address);
		return isVerified && scope !== undefined && mayExchange(scope, scopeOfPeer(peerAddress));
	}

	#countOf(host: string): number {
		return [...this.#known.values()].filter(({ address }) => hostOf(address) === host).length;
	}

	#add(address: string, source: string | undefined, id: string | undefined, isConfigured: boolean) {
		const known = { address, isConfigured, source, id, isVerified: false, failures: 0, nextMs: 0 };
		this.#known.set(address, known);
		return known;
	}
}
