import WebTorrent from 'webtorrent';
import type { Log } from '../../log.ts';
import type { EngineOptions } from '../port.ts';
import { codeOf } from './disk-error.ts';

/** Most connections to peers, all downloads together: they share the process's descriptors with files. */
export const MAX_CONNECTIONS = 400;

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

function openClient(options: EngineOptions, port: number, log: Log): Promise<WebTorrent> {
	const client = new WebTorrent({
		torrentPort: options.host === undefined ? port : { port, host: options.host },
		dht: options.dht,
		utPex: options.peerExchange,
		// Half the speed of TCP, and it delays peers that speak TCP only by a minute.
		utp: false,
		// These are our own: see trackers.ts and local-discovery.ts.
		tracker: false,
		lsd: false,
		natUpnp: false,
		natPmp: false,
		webSeeds: false,
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
				server.maxConnections = MAX_CONNECTIONS;
			}
			resolve(client);
		});
	});
}
