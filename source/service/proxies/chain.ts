import { connect, type Socket } from 'node:net';
import type { SocksProxy } from '../engine/port.ts';
import { type Destination, DestinationError, greet, nameOf, ProxyError, request } from './socks5.ts';

/** Milliseconds a chain has to lead to its destination: proxies that are chains themselves take their time. */
const TIMEOUT_MS = 30_000;

/** A connection under way. Destroying the socket gives it up at any moment, and leaves nothing behind. */
export interface ProxyConnection {
	/** The one socket of it, to the first proxy. */
	readonly socket: Socket;
	/**
	 * Resolves when the socket leads to the destination. Rejects with a DestinationError when the last proxy cannot
	 * reach it, and with a ProxyError when the chain itself does not hold.
	 */
	readonly established: Promise<void>;
}

/**
 * Connects through proxies, one behind the other, to a destination; without one, as far as the last proxy's greeting.
 * Of this machine only the first proxy is ever contacted, and no name but that proxy's is looked up here.
 */
export function openProxyConnection(
	proxies: readonly SocksProxy[],
	destination?: Destination,
): ProxyConnection {
	const [first] = proxies;
	if (!first) throw new Error('a passage needs a proxy');
	const socket = connect({ host: first.host, port: first.port });
	// What happens to it is told by its close to whoever uses it, and here by the promise.
	socket.on('error', () => {});
	const timer = setTimeout(
		() => socket.destroy(new Error(`no connection within ${TIMEOUT_MS / 1000} s`)),
		TIMEOUT_MS,
	);
	const established = lead(socket, proxies, destination)
		.catch((error: unknown) => {
			socket.destroy();
			throw error;
		})
		.finally(() => clearTimeout(timer));
	// A passage that was given up is no news.
	established.catch(() => {});
	return { socket, established };
}

async function lead(
	socket: Socket,
	proxies: readonly SocksProxy[],
	destination: Destination | undefined,
): Promise<void> {
	for (const [at, proxy] of proxies.entries()) {
		if (at === 0) await connected(socket, proxy);
		await greet(socket, proxy);
		const next = proxies[at + 1];
		if (next) await pass(socket, proxy, next);
		else if (destination) await request(socket, proxy, destination);
	}
}

/** To the next proxy: that it cannot be reached is a fault of the chain, not of the destination. */
async function pass(socket: Socket, proxy: SocksProxy, next: SocksProxy): Promise<void> {
	try {
		await request(socket, proxy, next);
	} catch (error) {
		if (error instanceof DestinationError) throw new ProxyError(error.message, { cause: error });
		throw error;
	}
}

function connected(socket: Socket, proxy: SocksProxy): Promise<void> {
	return new Promise((resolve, reject) => {
		let why = 'the connection was closed';
		socket.once('error', (error) => {
			why = error.message;
		});
		const closed = (): void => reject(new ProxyError(`${nameOf(proxy)} cannot be reached: ${why}`));
		socket.once('close', closed);
		socket.once('connect', () => {
			socket.off('close', closed);
			resolve();
		});
	});
}
