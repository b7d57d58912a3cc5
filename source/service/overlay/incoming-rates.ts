import { KeyedRates, TokenBucket } from '../../concurrency/token-bucket.ts';
import { MAX_KNOWN_NETWORKS, type OverlayLimits } from './limits.ts';

/** Rates of incoming connections, so that one network with many identities leaves room for others. */
export class IncomingRates {
	readonly #all: TokenBucket;
	readonly #networks: KeyedRates;

	constructor(limits: OverlayLimits) {
		this.#networks = new KeyedRates(limits.networkIncoming, MAX_KNOWN_NETWORKS);
		this.#all = new TokenBucket(limits.incoming, performance.now());
	}

	/** Whether one more connection is examined. */
	take(network: string | undefined): boolean {
		const now = performance.now();
		if (network === undefined) return this.#all.take(1, now);
		return this.#networks.take(network, now) && this.#all.take(1, now);
	}
}
