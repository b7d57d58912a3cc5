import { isIPv4 } from 'node:net';
import WebTorrent from 'webtorrent';
import type { Log } from '../../log.ts';
import type { EngineOptions } from '../port.ts';
import { codeOf } from './disk/disk-error.ts';

/** Most connections to peers, all downloads together: they share the process's descriptors with files. */
export const MAX_CONNECTIONS = 400;

/** How many of them may come from outside, so that there is room for those we seek. */
const MAX_INCOMING = 300;

/**
 * A client of the library that listens for peers. When the wanted port is taken or not allowed it listens on one
 * the system chooses. Rejects when it cannot listen at all.
 */
export async function listeningClient(options: EngineOptions, log: Log): Promise<WebTorrent> {
	try {
		return await openClient(options, options.port, log);
	} catch (error) {
		const code = codeOf(error);
		if (options.port === 0 || (code !== 'EADDRINUSE' && code !== 'EACCES')) throw error;
		log('warning', `port ${options.port} cannot be used (${code}): the system chooses another one`);
		return openClient(options, 0, log);
	}
}

/**
 * A client for one download that has hops: it has an identity of its own, so that nobody sees it is us, it asks
 * nobody for peers, and nobody can connect to it.
 */
export async function hiddenClient(): Promise<WebTorrent> {
	const client = new WebTorrent({
		...withoutServices,
		torrentPort: { port: 0, host: '127.0.0.1' },
		dht: false,
		utPex: false,
	});
	// The library cannot do without: its socket lives until it listens, and takes nobody.
	const server = client._connPool?.tcpServer;
	server?.removeAllListeners('connection').on('connection', (socket) => socket.destroy());
	await new Promise<void>((resolve, reject) => {
		client.once('error', reject);
		client.once('listening', () => {
			client.removeListener('error', reject);
			resolve();
		});
	});
	await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
	return client;
}

/** Half the speed of TCP: utp, which delays peers that speak TCP only by a minute. The others are our own. */
const withoutServices = {
	utp: false,
	// See trackers.ts and local-discovery.ts.
	tracker: false,
	lsd: false,
	natUpnp: false,
	natPmp: false,
	webSeeds: false,
} as const;

function openClient(options: EngineOptions, port: number, log: Log): Promise<WebTorrent> {
	const client = new WebTorrent({
		torrentPort: options.host === undefined ? port : { port, host: options.host },
		dht: usesDht(options, log),
		...(options.host !== undefined && isIPv4(options.host)
			? { dhtPort: { port: 0, address: options.host } }
			: {}),
		utPex: options.peerExchange,
		...withoutServices,
	});
	return new Promise((resolve, reject) => {
		client.once('error', reject);
		client.once('listening', () => {
			client.removeListener('error', reject);
			// From here on an error of the socket that accepts peers is no reason to end everything.
			const server = client._connPool?.tcpServer;
			if (server && client._connPool) {
				server.removeListener('error', client._connPool._onTCPError);
				server.on('error', (error) => log('warning', `accepting a peer failed: ${error.message}`));
				server.maxConnections = MAX_INCOMING;
			}
			resolve(client);
		});
	});
}

/** The library's DHT speaks IPv4 alone. */
function usesDht({ dht, host }: EngineOptions, log: Log): boolean {
	if (!dht || host === undefined || isIPv4(host)) return dht;
	log('warning', `the DHT is not used: it speaks IPv4, and peers are to reach ${host} alone`);
	return false;
}
