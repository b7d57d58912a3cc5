import { TokenBucket } from '../../concurrency/token-bucket.ts';
import { BoundedMap } from './bounded-map.ts';
import { MAX_KNOWN_NETWORKS, type OverlayLimits } from './limits.ts';

/** Limits of incoming connections, so that one network with many identities leaves room for others. */
export class IncomingLimits {
	readonly #limits: OverlayLimits;
	readonly #all: TokenBucket;
	readonly #networks = new BoundedMap<TokenBucket>(MAX_KNOWN_NETWORKS);
	/** Connections of networks whose service is not accepted yet. */
	readonly #opening = new Map<string, number>();

	constructor(limits: OverlayLimits) {
		this.#limits = limits;
		this.#all = new TokenBucket(limits.incoming, performance.now());
	}

	/** Whether one more connection is examined. */
	take(network: string | undefined): boolean {
		const now = performance.now();
		if (network === undefined) return this.#all.take(1, now);
		if ((this.#opening.get(network) ?? 0) >= this.#limits.networkConnections) return false;
		const bucket = this.#networks.get(network) ?? new TokenBucket(this.#limits.networkIncoming, now);
		this.#networks.set(network, bucket);
		return bucket.take(1, now) && this.#all.take(1, now);
	}

	begin(network: string | undefined): void {
		if (network !== undefined) this.#opening.set(network, (this.#opening.get(network) ?? 0) + 1);
	}

	end(network: string | undefined): void {
		if (network === undefined) return;
		const count = (this.#opening.get(network) ?? 0) - 1;
		if (count > 0) this.#opening.set(network, count);
		else this.#opening.delete(network);
	}
}
