import { type ConnectOpts, Socket, type SocketConstructorOpts } from 'node:net';

/** Read buffer of all connections, sized for the CPU cache. Its content is used before the next read. */
const buffer = Buffer.allocUnsafeSlow(256 * 1024);

/** Connection to a peer that allocates nothing per read. */
export class PeerSocket extends Socket {
	/** Takes received bytes, which are valid only during the call. Without it they are lost. */
	onBytes: ((bytes: Uint8Array) => void) | null = null;

	static make(): PeerSocket {
		const callback = (length: number): boolean => {
			socket.onBytes?.(buffer.subarray(0, length));
			return true;
		};
		const options: SocketConstructorOpts & ConnectOpts = { onread: { buffer, callback } };
		const socket: PeerSocket = new PeerSocket(options);
		return socket;
	}
}
