import { isIP } from 'node:net';
import { type AddressScope, addressScopes, scopeOfHost } from '../connections/network.ts';

/** Maximum length of host:port. */
const MAX_LENGTH = 260;
/** Addresses that others name do not have the ports of system services. */
const MIN_UNTRUSTED_PORT = 1024;

/** Returns host and port of host:port, or of [host]:port for IPv6. Undefined if it has another form. */
export function parseAddress(address: string): { readonly host: string; readonly port: number } | undefined {
	if (address.length > MAX_LENGTH) return undefined;
	const [, v6, name, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/[\]@]+)):(\d{1,5})$/.exec(address) ?? [];
	const host = v6 ?? name;
	const port = Number(digits);
	if (host === undefined || !(port >= 1 && port <= 65_535)) return undefined;
	return v6 !== undefined && isIP(v6) !== 6 ? undefined : { host, port };
}

/** Returns the scope of host:port. Undefined if it is not an IP address with a port that others may name. */
export function scopeOf(address: string): AddressScope | undefined {
	const parsed = parseAddress(address);
	return parsed && parsed.port >= MIN_UNTRUSTED_PORT ? scopeOfHost(parsed.host) : undefined;
}

/** Returns the network in which a peer is. A peer without a known address is somewhere in the internet. */
export function scopeOfPeer(address: string | undefined): AddressScope {
	const host = address === undefined ? undefined : parseAddress(address)?.host;
	return (host !== undefined && scopeOfHost(host)) || 'public';
}

/** Whether a peer may name or learn an address. Loopback and private ones are for peers in such a network. */
export function mayExchange(address: AddressScope, peer: AddressScope): boolean {
	return addressScopes.indexOf(address) >= addressScopes.indexOf(peer);
}

/** Returns the host of host:port. */
export const hostOf = (address: string): string => parseAddress(address)?.host ?? address;
