import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import type { Dht } from 'webtorrent';
import WebTorrent from 'webtorrent';
import { codeOf } from '../../../basics/error.ts';
import { shareOfOpenFiles } from '../../../concurrency/open-files.ts';
import { sharesBesides } from '../../connections/network.ts';
import type { Log } from '../../log/log.ts';
import { isDhtSignature } from '../dht-item.ts';
import type { EngineOptions } from '../port.ts';
import { IncomingPeers } from './peer/incoming-peers.ts';

/** Maximum connections to peers of all downloads. They share file descriptors with files. */
export const MAX_CONNECTIONS = shareOfOpenFiles(400, 1 / 2);

/** Returns the warning about an unavailable port. */
export function portText(port: number, code: string): string {
	return `port ${port} cannot be used (${code}): the system chooses another one`;
}

/**
 * Creates a client that listens for peers. If the requested port is unavailable, the system chooses another.
 * Rejects when no port works.
 */
export async function listeningClient(options: EngineOptions, log: Log): Promise<WebTorrent> {
	try {
		return await openClient(options, options.port, log);
	} catch (error) {
		const code = codeOf(error);
		if (options.port === 0 || (code !== 'EADDRINUSE' && code !== 'EACCES')) throw error;
		log('warning', portText(options.port, code));
		return openClient(options, 0, log);
	}
}

/**
 * Creates a client for one download with hops. It has its own identity, so that it cannot be linked to us. It has
 * no discovery and accepts no connections.
 */
export async function hiddenClient(): Promise<WebTorrent> {
	const client = new WebTorrent({
		...withoutServices,
		torrentPort: { port: 0, host: '127.0.0.1' },
		dht: false,
		utPex: false,
	});
	// The library requires this server. Its socket is closed as soon as it listens, and accepts no connection.
	const server = client._connPool?.tcpServer;
	server?.removeAllListeners('connection').on('connection', (socket) => socket.destroy());
	await once(client, 'listening');
	await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
	return client;
}

/**
 * Without utp, which has half the speed of TCP and delays TCP-only peers by a minute. The other services are our
 * own.
 */
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
		dht: usesDht(options, log) && { bootstrap: options.dhtBootstrap, verify: isDhtSignature },
		...(options.host !== undefined && isIPv4(options.host)
			? { dhtPort: { port: 0, address: options.host } }
			: {}),
		utPex: options.peerExchange,
		...withoutServices,
	});
	if (client.dht) guardDht(client.dht, log);
	return new Promise((resolve, reject) => {
		client.once('error', reject);
		client.once('listening', () => {
			client.removeListener('error', reject);
			// From here on, an error of the listening socket must not end the engine.
			const pool = client._connPool;
			if (pool) {
				pool.tcpServer.removeListener('error', pool._onTCPError);
				pool.tcpServer.on('error', (error) => log('warning', `accepting a peer failed: ${error.message}`));
				new IncomingPeers(sharesBesides(options.hostsWithoutShare ?? [])).attach(pool);
			}
			resolve(client);
		});
	});
}

/** Whether the DHT is used. The library's DHT supports IPv4 only. */
function usesDht({ dht, host }: EngineOptions, log: Log): boolean {
	if (!dht || host === undefined || isIPv4(host)) return dht;
	log('warning', `the DHT is not used: it speaks IPv4, and peers are to reach ${host} alone`);
	return false;
}

/**
 * Drops messages that the library cannot read. It does not check the types of values, so a packet of any machine could
 * end the engine.
 */
export function guardDht(dht: Dht, log: Log): void {
	const { socket } = dht._rpc.socket;
	for (const listener of socket.listeners('message')) {
		socket.removeAllListeners('message').on('message', (...args) => {
			try {
				Reflect.apply(listener, socket, args);
			} catch (error) {
				log('debug', `ignored a message of the DHT: ${error instanceof Error ? error.message : error}`);
			}
		});
	}
}
