import { connect, type Socket } from 'node:net';
import type { SocksProxy } from './socks-proxy.ts';
import { type Destination, DestinationError, nameOf, ProxyError, performHandshake } from './socks5.ts';

/** Time to connect through a chain. Proxies may themselves be chains. */
const TIMEOUT_MS = 30_000;

/** A connection through proxies. Destroying its socket aborts it at any time. */
export interface ProxyConnection {
	/** Socket to the first proxy. */
	readonly socket: Socket;
	/**
	 * Resolves when the destination is connected. Rejects with a DestinationError when the last proxy cannot reach
	 * it, and with a ProxyError when the chain fails.
	 */
	readonly established: Promise<void>;
}

/**
 * Connects through a chain of proxies. Without a destination, ends after the last proxy's authentication. This
 * machine contacts only the first proxy and resolves only its name.
 */
export function openProxyConnection(
	proxies: readonly SocksProxy[],
	destination?: Destination,
): ProxyConnection {
	const [first] = proxies;
	if (!first) throw new Error('a route needs at least one proxy');
	const socket = connect({ host: first.host, port: first.port });
	// The user of the socket gets 'close'; the promise reports the error.
	socket.on('error', () => {});
	const timer = setTimeout(
		() => socket.destroy(new Error(`no connection within ${TIMEOUT_MS / 1000} s`)),
		TIMEOUT_MS,
	);
	const established = connectChain(socket, proxies, destination)
		.catch((error: unknown) => {
			socket.destroy();
			throw error;
		})
		.finally(() => clearTimeout(timer));
	// An aborted connection may have no listener.
	established.catch(() => {});
	return { socket, established };
}

async function connectChain(
	socket: Socket,
	proxies: readonly SocksProxy[],
	destination: Destination | undefined,
): Promise<void> {
	for (const [at, proxy] of proxies.entries()) {
		if (at === 0) await untilConnected(socket, proxy);
		const next = proxies[at + 1];
		if (next) await connectNext(socket, proxy, next);
		else await performHandshake(socket, proxy, destination);
	}
}

/** Connects to the next proxy. A failure is a ProxyError, because the chain failed and not the destination. */
async function connectNext(socket: Socket, proxy: SocksProxy, next: SocksProxy): Promise<void> {
	try {
		await performHandshake(socket, proxy, next);
	} catch (error) {
		if (error instanceof DestinationError) throw new ProxyError(error.message, { cause: error });
		throw error;
	}
}

function untilConnected(socket: Socket, proxy: SocksProxy): Promise<void> {
	return new Promise((resolve, reject) => {
		let reason = 'the connection was closed';
		socket.once('error', (error) => {
			reason = error.message;
		});
		const closed = (): void => reject(new ProxyError(`${nameOf(proxy)} cannot be reached: ${reason}`));
		socket.once('close', closed);
		socket.once('connect', () => {
			socket.off('close', closed);
			resolve();
		});
	});
}
