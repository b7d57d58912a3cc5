import { BlockList, isIP } from 'node:net';
import { addressGroup } from './address-group.ts';

/** Networks from which an address can be reached, in ascending order. */
export const addressScopes = ['loopback', 'private', 'public'] as const;
export type AddressScope = (typeof addressScopes)[number];

const loopback = rangesOf(['127.0.0.0', 8], ['::1', 128]);
const privateRanges = rangesOf(
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['64:ff9b:1::', 48],
	['fc00::', 7],
	['fe80::', 10],
	['fec0::', 10],
);
/** Not addresses of one machine: unspecified, documentation, multicast, reserved. */
const unusable = rangesOf(
	['0.0.0.0', 8],
	['192.0.2.0', 24],
	['198.51.100.0', 24],
	['203.0.113.0', 24],
	['224.0.0.0', 3],
	['::', 128],
	['ff00::', 8],
	['2001:db8::', 32],
);

/** First six groups of IPv6 addresses that end with an IPv4 address. */
const COMPATIBLE_PREFIX = '0:0:0:0:0:0';
const embeddingPrefixes = new Set([COMPATIBLE_PREFIX, '0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0']);

function rangesOf(...ranges: readonly [network: string, prefix: number][]): BlockList {
	const list = new BlockList();
	for (const [network, prefix] of ranges)
		list.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');
	return list;
}

/** Returns the scope of an IP address. Undefined for names and for addresses of no machine. */
export function scopeOfHost(host: string): AddressScope | undefined {
	const [address = ''] = host.split('%');
	const family = isIP(address) === 4 ? 'ipv4' : isIP(address) === 6 ? 'ipv6' : undefined;
	const embedded = family === 'ipv6' ? embeddedAddress(address) : undefined;
	if (embedded !== undefined) return scopeOfHost(embedded);
	if (!family || unusable.check(address, family)) return undefined;
	if (loopback.check(address, family)) return 'loopback';
	return privateRanges.check(address, family) ? 'private' : 'public';
}

/**
 * Returns the IPv4 address that an IPv6 address reaches: mapped and compatible ones (RFC 4291), those of translators
 * (RFC 6052 and 2765), and 6to4 (RFC 3056).
 */
function embeddedAddress(address: string): string | undefined {
	const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
	const [before, after] = [left, right ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
	const [head, tail] = [before ?? [], after ?? []];
	const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
	const groups = [...head, ...zeros, ...tail];
	if (groups[0] === '2002') return dotted(groups.slice(1, 3));
	const prefix = groups.slice(0, 6).join(':');
	if (!embeddingPrefixes.has(prefix)) return undefined;
	// :: and ::1 are addresses of their own.
	return prefix === COMPATIBLE_PREFIX && groups[6] === '0' ? undefined : dotted(groups.slice(6));
}

function dotted(groups: readonly string[]): string {
	const numbers = groups.map((group) => Number.parseInt(group, 16));
	return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
}

/**
 * Returns the network of an IP address, which one operator may control: /24 of IPv4, /48 of IPv6, and the address itself
 * in a private network. Undefined on loopback, where proxies run as well.
 */
export function networkOf(host: string | undefined): string | undefined {
	const scope = host === undefined ? undefined : scopeOfHost(host);
	if (host === undefined || !scope || scope === 'loopback') return undefined;
	if (scope === 'private') return host;
	const embedded = isIP(host) === 6 ? embeddedAddress(host) : undefined;
	if (embedded !== undefined) return networkOf(embedded);
	const [group = host] = addressGroup(host).split('::');
	return group.includes(':')
		? `${group.split(':').slice(0, 3).join(':')}::/48`
		: `${group.split('.').slice(0, 3).join('.')}.0/24`;
}

/** Returns the network whose share a connection of an IP address takes. Undefined if it takes none. */
export type ShareOf = (host: string | undefined) => string | undefined;

/**
 * Returns the networks that have a share of the connections. Loopback and private networks have none: proxies,
 * containers and routers may give all callers one address there. `proxies` are hosts for which the same is true.
 */
export function sharesBesides(proxies: readonly string[]): ShareOf {
	const withoutShare = new Set(proxies);
	return (host) => {
		if (host === undefined || scopeOfHost(host) !== 'public') return undefined;
		return withoutShare.has(host.replace(/^::ffff:/i, '')) ? undefined : networkOf(host);
	};
}
