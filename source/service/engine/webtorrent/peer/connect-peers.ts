import type { Passage } from '../../../proxies/chain.ts';
import type { Destination } from '../../../proxies/socks5.ts';
import { PeerSocket } from './peer-socket.ts';

/** Milliseconds for an attempt without proxies. */
const CONNECT_TIMEOUT = 5_000;

/** A way to peers: directly, or through proxies. */
export interface WayOut {
	/** Does it lead anywhere at the moment? */
	readonly standing: boolean;
	open(destination: Destination): Passage;
}

/** The way without proxies. */
export const direct: WayOut = {
	standing: true,
	open(destination) {
		const socket = PeerSocket.make();
		const established = new Promise<void>((resolve, reject) => {
			const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), CONNECT_TIMEOUT);
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
