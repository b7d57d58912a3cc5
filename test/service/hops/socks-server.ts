import { connect, createServer, type Server, type Socket } from 'node:net';
import { atEnd } from '../../fixtures/cleanup.ts';

/** A connection that a client requested of a proxy. */
export interface ProxiedConnection {
	/** Address of the client. */
	readonly from: string;
	/** Requested destination: a name or an address, as it was sent. */
	readonly host: string;
	readonly port: number;
}

export interface SocksServer {
	readonly host: string;
	readonly port: number;
	readonly requests: ProxiedConnection[];
	/** Addresses that connected, with their ports. */
	readonly clients: string[];
	/** Stops listening and ends all connections; `open` listens on the same port again. */
	close(): Promise<void>;
	open(): Promise<void>;
}

export interface SocksServerOptions {
	/** Address to listen on and to connect from. */
	readonly host: string;
	/** Credentials that it requires; none by default. */
	readonly login?: { readonly username: string; readonly password: string };
	/** Addresses of names. No other name is resolved. */
	readonly names?: Readonly<Record<string, string>>;
}

/** Starts a small SOCKS5 server (RFC 1928, 1929) with CONNECT only. It ends with the test. */
export async function socksServer({ host, login, names = {} }: SocksServerOptions): Promise<SocksServer> {
	const requests: ProxiedConnection[] = [];
	const clients: string[] = [];
	const sockets = new Set<Socket>();
	const keep = (socket: Socket): Socket => {
		sockets.add(socket);
		return socket.on('error', () => {}).once('close', () => sockets.delete(socket));
	};

	async function serve(client: Socket): Promise<void> {
		clients.push(`${client.remoteAddress}:${client.remotePort}`);
		const read = reader(client);
		const [, count = 0] = await read(2);
		const methods = await read(count);
		const method = login ? 2 : 0;
		if (!methods.includes(method)) {
			client.end(Buffer.from([5, 0xff]));
			return;
		}
		client.write(Buffer.from([5, method]));
		if (login) {
			await read(1);
			const username = (await read((await read(1))[0] ?? 0)).toString();
			const password = (await read((await read(1))[0] ?? 0)).toString();
			const right = username === login.username && password === login.password;
			client.write(Buffer.from([1, right ? 0 : 1]));
			if (!right) {
				client.end();
				return;
			}
		}
		const [, , , kind] = await read(4);
		const target = await addressOf(kind ?? 0, read);
		const port = (await read(2)).readUInt16BE();
		requests.push({ from: client.remoteAddress ?? '', host: target, port });
		const remote = keep(connect({ host: names[target] ?? target, port, localAddress: host }));
		remote.once('connect', () => {
			client.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
			client.pipe(remote);
			remote.pipe(client);
		});
		remote.once('error', () => client.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])));
		remote.once('close', () => client.destroy());
		client.once('close', () => remote.destroy());
	}

	let server: Server | undefined;
	let port = 0;
	const open = async (): Promise<void> => {
		const opened = createServer((socket) => {
			serve(keep(socket)).catch(() => socket.destroy());
		});
		server = opened;
		await new Promise<void>((resolve) => opened.listen(port, host, resolve));
		const address = opened.address();
		port = typeof address === 'object' && address !== null ? address.port : 0;
	};
	const close = async (): Promise<void> => {
		const closing = server;
		server = undefined;
		for (const socket of sockets) socket.destroy();
		await new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
	};
	await open();
	atEnd(close);
	return { host, port, requests: requests, clients: clients, close, open };
}

async function addressOf(kind: number, read: (length: number) => Promise<Buffer>): Promise<string> {
	if (kind === 1) return (await read(4)).join('.');
	if (kind === 3) return (await read((await read(1))[0] ?? 0)).toString();
	const bytes = await read(16);
	return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':');
}

/** Reads exactly so many bytes. Rejects if the socket ends before. */
function reader(socket: Socket): (length: number) => Promise<Buffer> {
	return (length) =>
		new Promise((resolve, reject) => {
			if (length === 0) {
				resolve(Buffer.alloc(0));
				return;
			}
			const look = (): void => {
				const bytes: unknown = socket.read(length);
				if (!Buffer.isBuffer(bytes)) return;
				socket.off('readable', look).off('close', closed);
				resolve(bytes);
			};
			const closed = (): void => reject(new Error('it hung up'));
			socket.on('readable', look).once('close', closed);
			look();
		});
}
