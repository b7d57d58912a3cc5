import { type AddressScope, mayExchange, scopeOfHost } from '../../overlay/address.ts';

export const addressRuleText = {
	refused: 'it leads to an address of this machine or of a private network, but the feed is in the internet',
} as const;

/**
 * Decides which addresses the requests for one feed may reach. A feed in the internet must not lead to services of this
 * machine or of its network, neither by a redirect nor by its items. A feed in such a network may lead to it.
 */
export class AddressRule {
	/** Network of the feed. Undefined until its first connection. */
	#scope: AddressScope | undefined;

	/** Throws if nothing may be sent to an IP address. The first one must be that of the feed. */
	readonly check = (address: string): void => {
		// Addresses of no machine, such as 0.0.0.0, may reach this one.
		const scope = scopeOfHost(address) ?? 'loopback';
		this.#scope ??= scope;
		if (!mayExchange(scope, this.#scope)) throw new Error(addressRuleText.refused);
	};
}
