import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Returns those of a host's IP addresses that may be connected. Throws if there are none. */
export type AddressFilter = (addresses: readonly string[]) => readonly string[];

/** Resolves a name with all its addresses. */
export type ResolveAll = (
	hostname: string,
	options: { readonly all: true },
	done: (error: Error | null, addresses: { readonly address: string; readonly family: number }[]) => void,
) => void;

/**
 * Returns a resolver for sockets, without the addresses that a filter refuses. The socket connects to the filtered
 * addresses, so a name that resolves to others next time leads nowhere else.
 */
export function filteredLookup(filter: AddressFilter, resolve: ResolveAll = systemLookup): LookupFunction {
	return (hostname, options, done) => {
		resolve(hostname, { ...options, all: true }, (error, found) => {
			if (error) return void done(error, []);
			let allowed: typeof found;
			try {
				const passed = new Set(filter(found.map(({ address }) => address)));
				allowed = found.filter(({ address }) => passed.has(address));
			} catch (refusal) {
				return void done(refusal instanceof Error ? refusal : new Error(String(refusal)), []);
			}
			const [first] = allowed;
			if (options.all || !first) done(null, allowed);
			else done(null, first.address, first.family);
		});
	};
}
