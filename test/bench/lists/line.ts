import { connect, createServer, type Socket } from 'node:net';

export interface LineOptions {
	/** Bytes per second toward the client. Default: no limit. */
	readonly bytesPerSecond?: number;
	/** Time that bytes take in each direction, ms. Default: 0. */
	readonly delayMs?: number;
}

/** Bytes on their way, above which the sender waits. */
const MAX_BACKLOG = 256 * 1024;

/** A line to a service on loopback: a port that forwards connections, and counts the bytes toward the client. */
export class Line {
	readonly url: string;
	/** Number of bytes toward the client. */
	received = 0;
	readonly #close: () => void;

	private constructor(port: number, close: () => void) {
		this.url = `http://127.0.0.1:${port}`;
		this.#close = close;
	}

	static async open(
		url: string,
		{ bytesPerSecond = Number.POSITIVE_INFINITY, delayMs = 0 }: LineOptions = {},
	) {
		const { port } = new URL(url);
		const sockets = new Set<Socket>();
		const server = createServer((client) => {
			const service = connect(Number(port), '127.0.0.1');
			for (const [socket, other] of [
				[client, service],
				[service, client],
			] as const) {
				sockets.add(socket);
				socket.setNoDelay(true);
				socket.on('error', () => other.destroy()).on('close', () => other.destroy());
			}
			carry(client, service, Number.POSITIVE_INFINITY, delayMs);
			carry(service, client, bytesPerSecond, delayMs);
			service.on('data', ({ length }: Buffer) => {
				line.received += length;
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const address = server.address();
		if (typeof address !== 'object' || address === null) throw new Error('the line has no port');
		const line = new Line(address.port, () => {
			for (const socket of sockets) socket.destroy();
			server.close();
		});
		return line;
	}

	close(): void {
		this.#close();
	}
}

/** Passes on bytes at a rate, each after a delay. */
function carry(from: Socket, to: Socket, bytesPerSecond: number, delayMs: number): void {
	/** Time at which the line is free again. */
	let free = 0;
	let backlog = 0;
	from.on('data', (bytes: Buffer) => {
		if (delayMs === 0 && bytesPerSecond === Number.POSITIVE_INFINITY) {
			to.write(bytes);
			return;
		}
		const now = performance.now();
		free = Math.max(free, now) + (bytes.length * 1000) / bytesPerSecond;
		backlog += bytes.length;
		if (backlog > MAX_BACKLOG) from.pause();
		setTimeout(
			() => {
				to.write(bytes);
				backlog -= bytes.length;
				if (backlog <= MAX_BACKLOG) from.resume();
			},
			free - now + delayMs,
		);
	});
}
