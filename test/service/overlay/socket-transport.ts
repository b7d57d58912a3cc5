import { connect, createServer, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { OverlayTransport, TransportListener } from '../../../source/service/overlay/transport.ts';

const HOST = '127.0.0.1';
/** Before all else, the opening side sends the port at which it accepts connections, or 0. */
const PORT_BYTES = 2;

/** A socket as a plain stream, as the connections of the engine are. */
class SocketStream extends Duplex {
	readonly #socket: Socket;

	constructor(socket: Socket) {
		super();
		this.#socket = socket;
		socket.on('data', (bytes) => {
			if (!this.push(bytes)) socket.pause();
		});
		socket.on('end', () => this.push(null));
		socket.on('error', () => this.destroy());
		socket.on('close', () => this.destroy());
	}

	override _read(): void {
		this.#socket.resume();
	}

	override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
		this.#socket.write(bytes, done);
	}

	override _final(done: () => void): void {
		this.#socket.end(done);
	}

	override _destroy(error: Error | null, done: (error: Error | null) => void): void {
		this.#socket.destroy();
		done(error);
	}
}

/** Opens a connection as the transport does, and returns its stream. */
export function dialSocket(address: string, ownPort = 0): Promise<Duplex> {
	const port = Number(address.split(':').at(-1));
	return new Promise((resolve, reject) => {
		const socket = connect({ port, host: HOST, noDelay: true });
		socket.once('error', reject);
		socket.once('connect', () => {
			const head = Buffer.alloc(PORT_BYTES);
			head.writeUInt16BE(ownPort);
			socket.write(head);
			resolve(new SocketStream(socket));
		});
	});
}

/** A transport over loopback sockets. */
export class SocketTransport implements OverlayTransport {
	readonly #server: Server;
	readonly #sockets = new Set<Socket | Duplex>();
	readonly #announces: boolean;
	#port: number;
	/** Addresses to which no connection is possible, as behind a NAT. */
	readonly unreachable = new Set<string>();
	#listener: TransportListener | undefined;
	dials = 0;
	/** IP address of the next incoming connections, as the overlay sees it. */
	host = HOST;

	/** `announces`: whether others learn the port. `port` 0 lets the system choose. */
	constructor({ announces = true, port = 0 }: { announces?: boolean; port?: number } = {}) {
		this.#announces = announces;
		this.#port = port;
		this.#server = createServer((socket) => this.#accept(socket));
	}

	get port(): number {
		return this.#port;
	}

	get address(): string {
		return `${HOST}:${this.port}`;
	}

	/** Number of open connections. */
	get open(): number {
		return this.#sockets.size;
	}

	/** Binds the port, so that others can know it before the start. */
	async listen(): Promise<void> {
		if (this.#server.listening) return;
		await new Promise<void>((resolve, reject) => {
			this.#server.once('error', reject);
			this.#server.listen(this.#port, HOST, resolve);
		});
		const address = this.#server.address();
		if (typeof address === 'object' && address) this.#port = address.port;
	}

	async start(listener: TransportListener): Promise<void> {
		this.#listener = listener;
		await this.listen();
	}

	dial(address: string): void {
		this.dials++;
		if (this.unreachable.has(address)) {
			this.#listener?.unreachable(address, 'connection refused');
			return;
		}
		dialSocket(address, this.#announces ? this.port : 0).then(
			(stream) => {
				this.#track(stream);
				this.#listener?.connected({ stream, isOutgoing: true, address, host: HOST });
			},
			() => this.#listener?.unreachable(address, 'connection refused'),
		);
	}

	async close(): Promise<void> {
		this.#listener = undefined;
		for (const socket of this.#sockets) socket.destroy();
		if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
	}

	#accept(socket: Socket): void {
		this.#track(socket);
		socket.setNoDelay();
		socket.on('error', () => socket.destroy());
		socket.once('readable', () => {
			const head: Buffer | null = socket.read(PORT_BYTES);
			if (!head || !this.#listener) {
				socket.destroy();
				return;
			}
			const port = head.readUInt16BE(0);
			const address = port === 0 ? undefined : `${HOST}:${port}`;
			const { host } = this;
			this.#listener.connected({ stream: new SocketStream(socket), isOutgoing: false, address, host });
		});
	}

	#track(socket: Socket | Duplex): void {
		this.#sockets.add(socket);
		socket.once('close', () => this.#sockets.delete(socket));
	}
}
