import type { Socket } from 'node:net';
import { buildConnector, errors } from 'undici';

/**
 * Memory of a connection. What its reader, the HTTP library and the system hold at one time fits into it: 512 KB of a body
 * and 64 KB of other bytes that wait, a read that exceeds each of them, one that is taken and one in progress.
 */
const MEMORY_BYTES = 2 * 1024 * 1024;
/** Maximum size of a read. */
const READ_BYTES = 256 * 1024;
/** Shorter reads are copied, so that connections with short responses use little of their memory. */
const MIN_KEPT_BYTES = 16 * 1024;

/**
 * Returns a connector for connections that end safely, and read into the same memory again and again: new memory for 9 MB
 * a second costs collections of garbage. What was read is valid until nearly as much as the memory has followed. Encrypted
 * connections read as usual. `timeout` in ms.
 */
export function readingConnector(timeout: number): buildConnector.connector {
	const encrypted = buildConnector({ timeout });
	return (options, callback) => {
		if (options.protocol === 'https:') {
			encrypted(options, (...result) => {
				if (result[1]) endSafely(result[1]);
				callback(...result);
			});
			return;
		}
		const memory = Buffer.allocUnsafeSlow(MEMORY_BYTES);
		let at = 0;
		let connected: Socket | null = null;
		const onread = {
			buffer: () => {
				if (at + READ_BYTES > memory.length) at = 0;
				return memory.subarray(at, at + READ_BYTES);
			},
			/** Returns whether to continue reading. */
			callback: (length: number, buffer: Uint8Array): boolean => {
				const bytes = buffer.subarray(0, length);
				const isKept = length >= MIN_KEPT_BYTES;
				if (isKept) at += length;
				return connected?.push(isKept ? bytes : Buffer.from(bytes)) ?? false;
			},
		};
		buildConnector({ timeout, onread })(options, (...result) => {
			connected = result[1];
			if (connected) endSafely(connected);
			callback(...result);
		});
	};
}

/**
 * Keeps the end of a connection from the HTTP library while a slow reader makes it pause: it would throw where nobody
 * catches it (nodejs/undici#5360, repaired in version 8, which needs Node 22). A reset connection has another code than the
 * one that the library takes for an end.
 */
function endSafely(socket: Socket): void {
	const { push, read, destroy } = socket;
	let hasEnded = false;
	let isAsking = false;
	/** The library reads at this event unless it pauses. */
	const ask = () => {
		isAsking = true;
		socket.emit('readable');
		isAsking = false;
	};
	socket.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
		if (chunk !== null) return push.call(socket, chunk, encoding);
		hasEnded = true;
		ask();
		return false;
	};
	socket.read = (size?: number): unknown => {
		const chunk: unknown = read.call(socket, size);
		if (chunk !== null || !hasEnded || size !== undefined) return chunk;
		if (isAsking) push.call(socket, null);
		// It may pause once more when it continues.
		else process.nextTick(ask);
		return null;
	};
	socket.destroy = (error?: Error & { readonly code?: string }): Socket =>
		destroy.call(socket, error?.code === 'ECONNRESET' ? new errors.SocketError(error.message) : error);
}
