import { isIP } from 'node:net';

export const UNKNOWN_ADDRESS = 'an unknown address';

/** Returns the address for IPv4 and the /64 network for IPv6. One host usually controls a /64 (RFC 4291, 2.5.1). */
export function addressGroup(ip: string): string {
	const address = ip.replace(/%.*/s, '');
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
	if (mapped !== undefined || isIP(address) === 4) return mapped ?? address;
	if (isIP(address) !== 6) return UNKNOWN_ADDRESS;
	const [left = '', right] = address.split('::');
	const groups = left === '' ? [] : left.split(':');
	// A dotted tail is outside the network part unless at least four groups precede it.
	const tail = right === undefined || right === '' ? [] : right.split(':');
	const tailLength = tail.length + (tail.at(-1)?.includes('.') ? 1 : 0);
	const zeros = right === undefined ? 0 : 8 - groups.length - tailLength;
	const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...tail];
	const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
	return `${network.join(':')}::/64`;
}
