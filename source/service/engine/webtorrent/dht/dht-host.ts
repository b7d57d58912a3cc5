import type { Dht } from 'webtorrent';
import { Semaphore } from '../../../../concurrency/semaphore.ts';
import { type DhtEngine, type DhtHealth, type DhtItem, dhtText } from '../../dht-port.ts';
import { walk } from './dht-walk.ts';
import { getItem, putItem } from './signed-items.ts';

/** Size of a filter in BEP 33. */
const FILTER_BYTES = 256;
const BITS = FILTER_BYTES * 8;
/** Bits that each address sets. */
const HASHES = 2;

/** Bloom filter of the addresses of a swarm (BEP 33): the union of the filters of several nodes. */
export class SwarmFilter {
	readonly #bytes = new Uint8Array(FILTER_BYTES);

	/** Adds a filter of `FILTER_BYTES`. */
	add(filter: Uint8Array): void {
		for (const [at, byte] of filter.entries()) this.#bytes[at] = (this.#bytes[at] ?? 0) | byte;
	}

	/** Returns the estimated number of addresses. */
	estimate(): number {
		let zeros = 0;
		for (const byte of this.#bytes) for (let bit = 0; bit < 8; bit++) if ((byte & (1 << bit)) === 0) zeros++;
		// A full filter has no estimate. The largest possible one is returned.
		return Math.log(Math.max(zeros, 1) / BITS) / (HASHES * Math.log(1 - 1 / BITS));
	}
}

/** Maximum number of concurrent walks. They share the library's queries with announces of downloads. */
const MAX_WALKS = 4;
/** Maximum number of counted peers of a swarm. */
const MAX_PEERS = 10_000;
/** Bytes of a peer's address and port. */
const PEER_BYTES = 6;

/** The calls for the DHT in the engine. */
export class DhtHost implements DhtEngine {
	readonly #dht: () => Dht | null;
	readonly #walks = new Semaphore(MAX_WALKS);

	/** `dht` returns null if the DHT is disabled. */
	constructor(dht: () => Dht | null) {
		this.#dht = dht;
	}

	async dhtHealth(infohash: string, timeoutMs: number): Promise<DhtHealth> {
		const dht = this.#enabled();
		const signal = AbortSignal.timeout(timeoutMs);
		return this.#walks.run(() => measureSwarm(dht, Buffer.from(infohash, 'hex'), timeoutMs), signal);
	}

	async dhtPut(item: DhtItem): Promise<number> {
		const dht = this.#enabled();
		return this.#walks.run(() => putItem(dht, item));
	}

	async dhtGet(key: Uint8Array, salt: Uint8Array): Promise<DhtItem | null> {
		const dht = this.#enabled();
		return this.#walks.run(() => getItem(dht, key, salt));
	}

	#enabled(): Dht {
		const dht = this.#dht();
		if (!dht) throw new Error(dhtText.disabled);
		return dht;
	}
}

/** Asks the nodes of a swarm for its filters (BEP 33) and its peers. */
async function measureSwarm(dht: Dht, infohash: Buffer, timeoutMs: number): Promise<DhtHealth> {
	const seeds = new SwarmFilter();
	const leechers = new SwarmFilter();
	const peers = new Set<string>();
	let nodes = 0;
	let hasFilters = false;
	const query = { q: 'get_peers', a: { id: dht._rpc.id, info_hash: infohash, scrape: 1 } } as const;
	await walk(dht, infohash, query, timeoutMs, ({ values }) => {
		nodes++;
		const { BFsd, BFpe, values: addresses } = values;
		if (isFilter(BFsd) && isFilter(BFpe)) {
			hasFilters = true;
			seeds.add(BFsd);
			leechers.add(BFpe);
		}
		if (!Array.isArray(addresses)) return;
		for (const address of addresses) {
			if (peers.size >= MAX_PEERS) return;
			if (Buffer.isBuffer(address) && address.length === PEER_BYTES) peers.add(address.toString('latin1'));
		}
	});
	if (nodes === 0) throw new Error(dhtText.noResponse);
	return {
		seeders: hasFilters ? Math.round(seeds.estimate()) : null,
		leechers: hasFilters ? Math.round(leechers.estimate()) : null,
		peers: peers.size,
		nodes,
	};
}

function isFilter(value: unknown): value is Buffer {
	return Buffer.isBuffer(value) && value.length === FILTER_BYTES;
}
