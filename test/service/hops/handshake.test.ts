import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openProxyConnection } from '../../../source/service/proxies/chain.ts';
import {
	DestinationError,
	nameOf,
	ProxyError,
	proxyReplies,
	proxyText,
} from '../../../source/service/proxies/socks5.ts';

const destination = { host: 'files.example', port: 6881 };

/** Starts a proxy that sends each reply after so many received bytes. Returns its port and all it received. */
async function scripted(
	...replies: readonly (readonly [after: number, reply: readonly number[] | 'close'])[]
) {
	let received = Buffer.alloc(0);
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket.setNoDelay().on('error', () => {}));
		let at = 0;
		socket.on('data', (bytes) => {
			received = Buffer.concat([received, bytes]);
			for (let reply = replies[at]; reply && received.length >= reply[0]; reply = replies[++at]) {
				if (reply[1] === 'close') socket.end();
				else socket.write(Buffer.from(reply[1]));
			}
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	});
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	return { proxy: { host: '127.0.0.1', port }, received: () => [...received] };
}

/** Bytes of a greeting without credentials. */
const GREETING = 3;
const noLogin = [GREETING, [5, 0]] as const;
const granted = [5, 0, 0, 1, 127, 0, 0, 1, 0, 0];

for (const [title, replies, error, text] of [
	['a greeting of another version', [[GREETING, [4, 0]]], ProxyError, proxyText.otherProtocol],
	['an HTTP server', [[GREETING, [...Buffer.from('HTTP/1.1 400')]]], ProxyError, proxyText.otherProtocol],
	['no accepted method', [[GREETING, [5, 255]]], ProxyError, proxyText.otherMethod],
	['an unknown method', [[GREETING, [5, 1]]], ProxyError, proxyText.otherMethod],
	['an end before the greeting', [[GREETING, 'close']], ProxyError, proxyText.closed],
	[
		'an end within the greeting',
		[
			[GREETING, [5]],
			[GREETING, 'close'],
		],
		ProxyError,
		proxyText.closed,
	],
	[
		'an end within the reply',
		[noLogin, [GREETING + 20, [5, 0, 0, 1, 127]], [GREETING + 20, 'close']],
		ProxyError,
		proxyText.closed,
	],
	[
		'a reply of another version',
		[noLogin, [GREETING + 20, [4, 0, ...granted.slice(2)]]],
		ProxyError,
		proxyText.invalidReply,
	],
	[
		'an unreachable host',
		[noLogin, [GREETING + 20, [5, 4, ...granted.slice(2)]]],
		DestinationError,
		(name: string) => proxyText.noConnection(name, destination, proxyReplies.HostUnreachable),
	],
	[
		'a code without a meaning',
		[noLogin, [GREETING + 20, [5, 99, ...granted.slice(2)]]],
		DestinationError,
		(name: string) => proxyText.noConnection(name, destination, proxyReplies.undefined),
	],
] as const) {
	test(`handshake reports ${title}`, async () => {
		const { proxy } = await scripted(...replies);
		const { socket, established } = openProxyConnection([proxy], destination);
		const failure: unknown = await established.catch((reason: unknown) => reason);
		expect(failure).toBeInstanceOf(error);
		expect(failure).toMatchObject({ message: text(nameOf(proxy)) });
		expect(socket.destroyed).toBe(true);
	});
}

for (const [host, bytes] of [
	['files.example', [3, 13, ...Buffer.from('files.example')]],
	['192.0.2.7', [1, 192, 0, 2, 7]],
	['2001:db8::1', [4, 0x20, 1, 0x0d, 0xb8, ...Array<number>(11).fill(0), 1]],
	['::ffff:192.0.2.7', [4, ...Array<number>(10).fill(0), 255, 255, 192, 0, 2, 7]],
	['::', [4, ...Array<number>(16).fill(0)]],
] as const) {
	test(`handshake sends ${host} unresolved, in its own form`, async () => {
		const { proxy, received } = await scripted(noLogin, [GREETING + 6 + bytes.length - 1, granted]);
		const { socket, established } = openProxyConnection([proxy], { host, port: 6881 });
		await established;
		expect(received()).toEqual([5, 1, 0, 5, 1, 0, ...bytes, 6881 >> 8, 6881 & 255]);
		socket.destroy();
	});
}

for (const [kind, address] of [
	['an IPv4 address', [1, 127, 0, 0, 1]],
	['an IPv6 address', [4, ...Array<number>(16).fill(0)]],
	['a name', [3, 2, 97, 98]],
] as const) {
	test(`handshake drops the bound ${kind} and keeps the bytes of the destination`, async () => {
		const reply = [5, 0, 0, ...address, 0, 0];
		const { proxy } = await scripted(noLogin, [GREETING + 20, [...reply, ...Buffer.from('first bytes')]]);
		const { socket, established } = openProxyConnection([proxy], destination);
		await established;
		const [bytes] = (await once(socket, 'data')) as [Buffer];
		expect(bytes.toString()).toBe('first bytes');
		socket.destroy();
	});
}

test('handshake accepts a proxy that sends one byte at a time', async () => {
	const single = granted.map((byte) => [GREETING + 20, [byte]] as const);
	const { proxy } = await scripted([GREETING, [5]], [GREETING, [0]], ...single);
	const { socket, established } = openProxyConnection([proxy], destination);
	await established;
	socket.destroy();
});

test('handshake without a destination ends after the authentication', async () => {
	const login = { username: 'me', password: 'é'.repeat(100) };
	const { proxy, received } = await scripted([4, [5, 2]], [4 + 3 + 2 + 200, [1, 0]]);
	const { socket, established } = openProxyConnection([{ ...proxy, ...login }]);
	await established;
	expect(received()).toEqual([5, 2, 0, 2, 1, 2, ...Buffer.from('me'), 200, ...Buffer.from(login.password)]);
	socket.destroy();
});

test('handshake reports rejected and too long credentials without their text', async () => {
	const secret = { username: 'me', password: 'a secret' };
	const { proxy } = await scripted([4, [5, 2]], [4 + 3 + 2 + 8, [1, 1]]);
	const rejected: unknown = await openProxyConnection([{ ...proxy, ...secret }]).established.catch((e) => e);
	expect(rejected).toBeInstanceOf(ProxyError);
	expect(rejected).toMatchObject({ message: proxyText.wrongLogin(nameOf(proxy)) });
	expect(JSON.stringify(rejected, Object.getOwnPropertyNames(rejected))).not.toContain('secret');
	const long = { ...secret, password: 'secret'.repeat(100) };
	const refused: unknown = await openProxyConnection([{ ...proxy, ...long }]).established.catch((e) => e);
	expect(refused).toBeInstanceOf(ProxyError);
	expect(String(refused)).not.toContain('secret');
});

test('chain reports an unreachable second proxy as a failure of the chain', async () => {
	const { proxy } = await scripted(noLogin, [GREETING + 10, [5, 5, ...granted.slice(2)]]);
	const second = { host: '192.0.2.9', port: 1080 };
	const failure: unknown = await openProxyConnection([proxy, second], destination).established.catch(
		(e) => e,
	);
	expect(failure).toBeInstanceOf(ProxyError);
	expect(failure).toMatchObject({
		message: proxyText.noConnection(nameOf(proxy), second, proxyReplies.ConnectionRefused),
	});
});

test('chain rejects at once when its socket is destroyed', async () => {
	const { proxy } = await scripted();
	const { socket, established } = openProxyConnection([proxy], destination);
	await once(socket, 'connect');
	socket.destroy();
	await expect(established).rejects.toThrow(proxyText.closed(nameOf(proxy)));
});

test('handshake settles, whatever bytes a proxy sends', async () => {
	const piece = fc.oneof(
		fc.constantFrom([5, 0], [5, 2], [1, 0], granted, [5, 0, 0, 3, 255], [5, 0, 0, 9, 1, 2, 3]),
		fc.array(fc.nat(255), { minLength: 1, maxLength: 30 }),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(piece, { maxLength: 6 }), fc.boolean(), async (pieces, login) => {
			const server = createServer((socket) => {
				socket.on('error', () => {});
				socket.resume();
				for (const bytes of pieces) socket.write(Buffer.from(bytes));
				socket.end();
			});
			server.listen(0, '127.0.0.1');
			await once(server, 'listening');
			const address = server.address();
			const proxy = {
				host: '127.0.0.1',
				port: typeof address === 'object' && address ? address.port : 0,
				...(login ? { username: 'me', password: 'a secret' } : {}),
			};
			const { socket, established } = openProxyConnection([proxy], destination);
			const failure: unknown = await established.catch((reason: unknown) => reason);
			socket.destroy();
			server.close();
			if (failure === undefined) return;
			expect(failure instanceof ProxyError || failure instanceof DestinationError).toBe(true);
			expect(String(failure)).not.toContain('secret');
		}),
		{ numRuns: 300 },
	);
});
