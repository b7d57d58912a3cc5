import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { Core } from '../../../source/service/core/core.ts';
import { requireKey } from '../../../source/service/http/authentication.ts';
import {
	type ConnectionLimits,
	connectionLimits,
	HttpConnections,
} from '../../../source/service/http/connections.ts';
import { EventStream } from '../../../source/service/http/event-stream.ts';
import { FailedKeys } from '../../../source/service/http/failed-keys.ts';
import { JsonBytes } from '../../../source/service/http/json-bytes.ts';
import { createServer } from '../../../source/service/http/server.ts';
import { coreRoutes } from '../../../source/service/routes/core.ts';
import { sendRaw } from '../../programs/raw-request.ts';
import { until } from '../../programs/until.ts';

/** An answer that is longer than the buffers of a connection. */
const large = () => new JsonBytes(Buffer.alloc(20_000_000, ' '));

let port = 0;
const sockets: Socket[] = [];

/** Starts a server with a key. Each /24 of loopback has a share. GET /settings answers with 20 MB. */
async function serve(limits: Partial<ConnectionLimits>): Promise<Server> {
	const events = new EventStream();
	const server = createServer({
		handlers: () => ({ ...coreRoutes(new Core(), events, '1'), getServiceSettings: async () => large() }),
		hostAndOrigin: () => {},
		authentication: requireKey('k', new FailedKeys(() => {})),
		connections: new HttpConnections((host) => host?.replace(/\.\d+$/, ''), {
			...connectionLimits(1_000),
			...limits,
		}),
		log: () => {},
		onException: () => {},
	});
	port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port);
	onTestFinished(async () => {
		events.close();
		await server.close();
	});
	return server.server;
}

afterEach(() => {
	for (const socket of sockets.splice(0)) socket.destroy();
});

const requestOf = (path: string, key = 'k'): string =>
	`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`;

/** Opens a connection and sends text, if any. Resolves when it is connected, and answered if text was sent. */
async function open(text = '', localAddress = '127.0.0.1'): Promise<Socket> {
	const socket = connect({ port, host: '127.0.0.1', localAddress });
	sockets.push(socket);
	socket.on('error', () => {});
	if (text) socket.write(text);
	await new Promise((resolve) => {
		socket.once(text ? 'data' : 'connect', resolve).once('close', resolve);
	});
	socket.resume();
	return socket;
}

async function openMany(count: number, text = '', localAddress?: string): Promise<Socket[]> {
	const opened = [];
	for (let at = 0; at < count; at++) opened.push(await open(text, localAddress));
	return opened;
}

const openOf = (of: readonly Socket[]): Socket[] => of.filter(({ destroyed }) => !destroyed);

const statusOf = async (key = 'k'): Promise<number | undefined> =>
	(await sendRaw(`http://127.0.0.1:${port}`, [requestOf('/state', key)]))[0]?.status;

test('silent connections that take every slot do not keep a caller out', async () => {
	await serve({ withoutKey: 5, share: 5 });
	const silent = await openMany(20);
	await until(() => openOf(silent).length === 5);
	expect(openOf(silent.slice(15))).toHaveLength(5);
	expect(await statusOf()).toBe(200);
	await until(() => openOf(silent).length === 4);
});

test('a network takes its share of the connections without the key', async () => {
	await serve({ withoutKey: 5, share: 2 });
	const other = await open('', '127.0.2.1');
	const attackers = await openMany(10, '', '127.0.1.1');
	await until(() => openOf(attackers).length === 2);
	const withKey = await openMany(4, requestOf('/state'), '127.0.1.2');
	expect(openOf([other, ...withKey])).toHaveLength(5);
});

test('callers with the key never end for callers without it, and idle ones end for others with it', async () => {
	await serve({ withKey: 3, withoutKey: 3, share: 3 });
	const listeners = await openMany(2, requestOf('/events'));
	const idle = await open(requestOf('/state'));
	const unauthorized = [...(await openMany(5)), ...(await openMany(5, requestOf('/state', 'wrong')))];
	await until(() => openOf(unauthorized).length === 3);
	expect(openOf([...listeners, idle])).toHaveLength(3);
	const third = await open(requestOf('/events'));
	await until(() => idle.destroyed);
	expect(openOf([...listeners, third])).toHaveLength(3);
	// All of them are in use.
	expect(await statusOf()).toBe(503);
	expect(openOf([...listeners, third])).toHaveLength(3);
	third.destroy();
	await until(async () => (await statusOf()) === 200);
});

test('connections without a request end after a time, and running requests stay', async () => {
	await serve({ inactiveMs: 300, idleWithoutKeyMs: 200 });
	const listener = await open(requestOf('/events'));
	const silent = await open();
	const refused = await open(requestOf('/state', 'wrong'));
	await until(() => silent.destroyed && refused.destroyed, { timeoutMs: 5_000 });
	expect(listener.destroyed).toBe(false);
});

/** Starts a server whose two slots with the key have clients that read nothing. Returns the number of connections. */
async function serveUnread(unreadMs: number): Promise<() => Promise<number>> {
	const server = await serve({ withKey: 2, inactiveMs: 500, unreadMs });
	let requests = 0;
	server.on('request', () => requests++);
	for (const socket of await openMany(2)) socket.pause().write(requestOf('/settings'));
	await until(() => requests === 2);
	return () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
}

test('a client that reads nothing of a response ends after a time', async () => {
	const count = await serveUnread(1_500);
	await until(async () => (await count()) === 0);
});

test('a client that reads nothing of a response ends for one that needs its slot', async () => {
	const count = await serveUnread(600_000);
	await until(async () => (await statusOf()) === 200);
	await until(async () => (await count()) === 1);
});

test('connections use at most half of the descriptors', () => {
	for (const descriptors of [64, 256, 1_024, 1_000_000, Number.POSITIVE_INFINITY]) {
		const { withKey, withoutKey } = connectionLimits(descriptors);
		expect(withKey + withoutKey).toBeLessThanOrEqual(descriptors / 2);
		expect(withKey).toBeGreaterThanOrEqual(16);
	}
});
