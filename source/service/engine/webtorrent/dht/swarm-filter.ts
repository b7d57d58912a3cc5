/** Size of a filter in BEP 33. */
export const FILTER_BYTES = 256;
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
