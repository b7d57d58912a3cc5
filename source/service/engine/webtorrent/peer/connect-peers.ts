import type { ProxyConnection } from '../../../proxies/chain.ts';
import type { Destination } from '../../../proxies/socks5.ts';
import { PeerSocket } from './peer-socket.ts';

/** Time for an attempt without proxies. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Opens connections to peers, directly or through proxies. */
export interface Connector {
	/** Whether connections are currently possible. */
	readonly reachable: boolean;
	open(destination: Destination): ProxyConnection;
}

/** Connects without proxies. */
export const direct: Connector = {
	reachable: true,
	open(destination) {
		const socket = PeerSocket.make();
		const established = new Promise<void>((resolve, reject) => {
			const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), CONNECT_TIMEOUT_MS);
			socket.once('connect', () => {
				clearTimeout(timer);
				resolve();
			});
			socket.on('error', reject);
			socket.once('close', () => {
				clearTimeout(timer);
				reject(new Error('the connection was given up'));
			});
			socket.connect(destination);
		});
		return { socket, established };
	},
};
