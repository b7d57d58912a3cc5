import { type AddressScope, scopeOfHost } from '../../connections/network.ts';
import type { AddressFilter } from '../../http-client/address-filter.ts';
import { mayExchange } from '../../overlay/address.ts';

export const addressRuleText = {
	refused:
		'it leads to an address of this machine or of a private network, but the feed is in the internet. If the feed moved there, remove it and add it again',
} as const;

/**
 * Decides which addresses the requests for one feed may reach. A feed in the internet must not lead to services of this
 * machine or of its network, neither by a redirect, its items nor a changed address of its name. A feed in such a
 * network may lead to it.
 */
export class AddressRule {
	readonly #known: AddressScope | undefined;
	/** Network of the feed by the addresses of this check. */
	#scope: AddressScope | undefined;

	/** `known`: network of the feed in earlier checks. */
	constructor(known?: AddressScope) {
		this.#known = known;
	}

	/** Network of the feed. Undefined until its first connection. */
	get scope(): AddressScope | undefined {
		return this.#scope ?? this.#known;
	}

	/** Returns the addresses that may be connected. The first call must be for the host of the feed. */
	readonly filter: AddressFilter = (addresses) => {
		if (this.#scope === undefined) {
			const all = addresses.map(scopeOf);
			// With an address in the internet, the others do not count.
			this.#scope = widest(this.#known === undefined ? all : [...all, this.#known]);
		}
		const feed = this.#scope;
		const allowed = addresses.filter((address) => mayExchange(scopeOf(address), feed));
		if (allowed.length === 0) throw new Error(addressRuleText.refused);
		return allowed;
	};
}

/** Addresses of no machine, such as 0.0.0.0, may reach this one. */
function scopeOf(address: string): AddressScope {
	return scopeOfHost(address) ?? 'loopback';
}

function widest(scopes: readonly AddressScope[]): AddressScope {
	return scopes.reduce((one, other) => (mayExchange(one, other) ? one : other), 'loopback');
}
