import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawServer {
	readonly url: string;
	/** The requests as they came, one text for each connection. */
	readonly requests: readonly string[];
}

/**
 * A server that speaks no HTTP of its own: `talk` has the socket once the head of a request is there. Everything that
 * is connected at the end of the test is cut off.
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

/** Writes the same again and again for as long as the other side takes it. */
export function flood(socket: Socket, bytes: Uint8Array | string): void {
	const more = () => {
		while (!socket.destroyed && socket.write(bytes));
	};
	socket.on('drain', more);
	more();
}
