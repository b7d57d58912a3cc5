import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Ports that the Fetch standard blocks; services in the field use them. */
const BLOCKED_PORTS = [6666, 6697, 10080, 6000, 6566, 6665, 6667, 6668, 6669, 4190];

function portOf(server: Server): number {
	const address = server.address();
	return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts an HTTP server on loopback, closed after the test. Returns its base URL without a final slash. */
export async function httpServer(answer: RequestListener, host = '127.0.0.1', port = 0): Promise<string> {
	const server = createHttpServer({ keepAliveTimeout: 1 }, answer);
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
	onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()));
	return `http://${host}:${portOf(server)}`;
}

/** Starts a server on a port that the Fetch standard blocks, on an otherwise unused address. */
export async function serverOnBlockedPort(answer: RequestListener): Promise<string> {
	const host = `127.77.${1 + (process.pid % 250)}.${1 + Math.floor(Math.random() * 250)}`;
	for (const port of BLOCKED_PORTS) {
		try {
			return await httpServer(answer, host, port);
		} catch (error) {
			if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
		}
	}
	throw new Error('all blocked ports are in use');
}

/** Starts a TCP server whose connections `serve` writes to, closed after the test. Returns its base URL. */
export async function rawServer(serve: (socket: Socket) => void): Promise<string> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => {}).once('close', () => sockets.delete(socket));
		serve(socket);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy();
		return new Promise<void>((resolve) => server.close(() => resolve()));
	});
	return `http://127.0.0.1:${portOf(server)}`;
}

/** Writes `part` repeatedly, as fast as the other side reads, until the connection ends. */
export function writeForever(socket: Socket, part: Buffer | string): void {
	const write = (): void => {
		while (!socket.destroyed && socket.write(part));
	};
	socket.on('drain', write);
	write();
}
