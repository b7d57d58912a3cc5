import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawServer {
	readonly url: string;
	/** Received requests, one text for each connection. */
	readonly requests: readonly string[];
}

/**
 * Starts a TCP server. Calls `serveSocket` with the socket after the head of a request. All connections end with
 * the test.
 */
export async function serveRaw(serveSocket: (socket: Socket) => void): Promise<RawServer> {
	const sockets = new Set<Socket>();
	const requests: string[] = [];
	const server = createServer((socket) => {
		sockets.add(socket);
		let head = '';
		socket.on('error', () => {});
		socket.on('close', () => sockets.delete(socket));
		socket.on('data', (chunk) => {
			const complete = head.includes('\r\n\r\n');
			head += chunk.toString('latin1');
			if (complete || !head.includes('\r\n\r\n')) return;
			requests.push(head);
			serveSocket(socket);
		});
	});
	const port = await new Promise<number>((resolve) => {
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			resolve(typeof address === 'object' && address !== null ? address.port : 0);
		});
	});
	onTestFinished(async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise<void>((resolve) => server.close(() => resolve()));
	});
	return { url: `http://127.0.0.1:${port}`, requests: requests };
}

/** Writes the same bytes repeatedly, for as long as the other side reads. */
export function flood(socket: Socket, bytes: Uint8Array | string): void {
	const more = () => {
		while (!socket.destroyed && socket.write(bytes));
	};
	socket.on('drain', more);
	more();
}
