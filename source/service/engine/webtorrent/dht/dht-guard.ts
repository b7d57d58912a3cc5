import type { Dht } from 'webtorrent';
import type { Log } from '../../../log/log.ts';

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
