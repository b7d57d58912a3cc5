import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

/** An address and a port that the service listens on. */
export interface ListenAddress {
	readonly address: string;
	readonly port: number;
}

/**
 * User-Agent of every HTTP request to an untrusted URL. The service rejects requests with it, because a port
 * forwarding or proxy may lead back to the service.
 */
export const OUTGOING_USER_AGENT = 'seedtop-engine';

/** Thrown when a request would reach the service itself. */
export class OwnServiceError extends Error {
	override readonly name = 'OwnServiceError';

	constructor() {
		super('the URL leads to this seedtop service itself, which is not allowed');
	}
}

/** Recognizes the addresses of the service's own HTTP listener. No torrent may cause requests to it. */
export class OwnService {
	/** Empty until the service listens. */
	listening: readonly ListenAddress[];

	constructor(listening: readonly ListenAddress[] = []) {
		this.listening = listening;
	}

	/** Whether a URL's host and port name the service. Does not resolve names. */
	isNamedBy(host: string, port: number): boolean {
		if (isIP(host) !== 0) return this.isAt(host, port);
		const name = host.toLowerCase().replace(/\.$/, '');
		const local = name === 'localhost' || name.endsWith('.localhost') || name === hostname().toLowerCase();
		return local && this.listening.some((own) => own.port === port);
	}

	/** Whether a connection to this address reaches the service. `from` is the connection's local address. */
	isAt(address: string, port: number, from?: string): boolean {
		const host = canonical(address);
		return this.listening.some((own) => {
			if (own.port !== port) return false;
			const listener = canonical(own.address);
			if (isUnspecified(listener)) return isLocal(host) || (from !== undefined && canonical(from) === host);
			// The system connects 0.0.0.0 and :: to the loopback address.
			if (isUnspecified(host)) return isLoopback(listener);
			return listener === host;
		});
	}
}

/** Returns the canonical form of an address. IPv4-mapped IPv6 addresses become IPv4; zones are removed. */
function canonical(address: string): string {
	const [plain = ''] = address.split('%');
	if (isIP(plain) !== 6) return plain;
	const groups = new URL(`http://[${plain}]`).hostname.slice(1, -1);
	const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(groups);
	if (!mapped) return groups;
	const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
	return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function isUnspecified(address: string): boolean {
	return address === '0.0.0.0' || address === '::';
}

function isLoopback(address: string): boolean {
	return address.startsWith('127.') || address === '::1';
}

function isLocal(address: string): boolean {
	if (isUnspecified(address) || isLoopback(address)) return true;
	return Object.values(networkInterfaces()).some((own) =>
		own?.some((one) => canonical(one.address) === address),
	);
}
