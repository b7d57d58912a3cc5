import { type ConnectOpts, Socket, type SocketConstructorOpts } from 'node:net';

/**
 * Bytes that are read at once. All connections read into the same buffer, for what is in it is used up before
 * anything else is read; as much as stays in the processor's cache.
 */
const buffer = Buffer.allocUnsafeSlow(256 * 1024);

/** A connection to a peer that leaves no garbage: what it reads is handed on where it lies. */
export class PeerSocket extends Socket {
	/** Takes what is read, which holds only during the call. Without it, what comes is lost. */
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
