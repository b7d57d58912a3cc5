import { scopeOfHost } from '../connections/network.ts';
import type { AddressFilter } from '../http-client/address-filter.ts';
import { TrackerError } from '../trackers/tracker-error.ts';
import { trackerText } from './tracker-text.ts';

/** Names of this machine, or of its network. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|lan|internal|home\.arpa)$/i;

/**
 * Returns the addresses in the internet. Trackers that other services or feeds name must not cause requests to this
 * machine or its network.
 */
export const publicAddresses: AddressFilter = (addresses) => {
	const allowed = addresses.filter((address) => scopeOfHost(address) === 'public');
	if (allowed.length === 0) throw new TrackerError(trackerText.notPublic);
	return allowed;
};

/**
 * Whether the host of an HTTP tracker may be in the internet, without resolving its name. For trackers behind proxies,
 * which resolve it.
 */
export function mayBePublic({ hostname }: URL): boolean {
	const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
	const scope = scopeOfHost(host);
	if (scope !== undefined) return scope === 'public';
	// Addresses of no machine, and names of a network.
	return host.includes('.') && !/^[\d.]+$|:/.test(host) && !LOCAL_NAME.test(host);
}
