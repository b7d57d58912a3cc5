import { TokenBucket } from '../../concurrency/token-bucket.ts';
import { BoundedMap } from './bounded-map.ts';
import { MAX_KNOWN_NETWORKS, type OverlayLimits } from './limits.ts';

/** Rates of incoming connections, so that one network with many identities leaves room for others. */
export class IncomingRates {
	readonly #limits: OverlayLimits;
	readonly #all: TokenBucket;
	readonly #networks = new BoundedMap<TokenBucket>(MAX_KNOWN_NETWORKS);

	constructor(limits: OverlayLimits) {
		this.#limits = limits;
		this.#all = new TokenBucket(limits.incoming, performance.now());
	}

	/** Whether one more connection is examined. */
	take(network: string | undefined): boolean {
		const now = performance.now();
		if (network === undefined) return this.#all.take(1, now);
		const bucket = this.#networks.get(network) ?? new TokenBucket(this.#limits.networkIncoming, now);
		this.#networks.set(network, bucket);
		return bucket.take(1, now) && this.#all.take(1, now);
	}
}
