import { isIP } from 'node:net';

/** Whether it is host:port, with an IPv6 address in brackets. */
export function isPeerAddress(address: string): boolean {
	const [, v6, host = '', port = ''] = /^(?:\[([^\]]+)\]|([^\s:/[\]@]+)):(\d{1,5})$/.exec(address) ?? [];
	if (!(Number(port) >= 1 && Number(port) <= 65_535)) return false;
	return v6 === undefined ? host.length <= 253 : isIP(v6) === 6;
}

/** Whether it is host:port of a node of the DHT, which supports IPv4 only. */
export function isNodeAddress(address: string): boolean {
	return !address.startsWith('[') && isPeerAddress(address);
}
