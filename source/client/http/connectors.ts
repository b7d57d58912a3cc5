import type { Socket } from 'node:net';
import { buildConnector, errors } from 'undici';

/**
 * Memory of a connection. It has room for all bytes that are in use at one time: 512 KB of a body and 64 KB of other bytes
 * that wait, a read that exceeds each of them, one that is taken and one in progress.
 */
const MEMORY_BYTES = 2 * 1024 * 1024;
/** Maximum size of a read. */
const READ_BYTES = 256 * 1024;

/** Returns a connector for connections that end safely. `timeout` in ms. */
export function safeConnector(timeout: number): buildConnector.connector {
	return withSafeEnd(buildConnector({ timeout }));
}

/**
 * Returns a connector for connections that end safely and read into the same memory again and again: new memory for 9 MB a
 * second costs collections of garbage. Bytes are valid until about as many have followed as the memory has room for, so a
 * response must be read before the next request is sent. Encrypted connections read as usual. `timeout` in ms.
 */
export function reusingConnector(timeout: number): buildConnector.connector {
	const encrypted = safeConnector(timeout);
	return (options, callback) => {
		if (options.protocol === 'https:') return encrypted(options, callback);
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
				at += length;
				return connected?.push(buffer.subarray(0, length)) ?? false;
			},
		};
		withSafeEnd(buildConnector({ timeout, onread }))(options, (...result) => {
			connected = result[1];
			callback(...result);
		});
	};
}

function withSafeEnd(connect: buildConnector.connector): buildConnector.connector {
	return (options, callback) =>
		connect(options, (...result) => {
			if (result[1]) endSafely(result[1]);
			callback(...result);
		});
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
