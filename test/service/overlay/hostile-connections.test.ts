import { randomBytes } from 'node:crypto';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import { until } from '../../programs/until.ts';
import {
	body,
	newIdentity,
	startOverlay,
	type TestOverlay,
	TOPIC,
	untilConnected,
} from './overlay-fixture.ts';
import { dialSocket } from './socket-transport.ts';

/** The start of a TLS handshake, which then does not continue as one. */
const CLIENT_HELLO = Buffer.from('1603010200010001fc0303', 'hex');

/** Connects, sends something hostile and waits for the end. */
async function attack(service: TestOverlay, index: number): Promise<void> {
	const stream = await dialSocket(service.address);
	stream.on('error', () => {});
	const closed = new Promise((resolve) => stream.once('close', resolve));
	const end = () => stream.destroy();
	switch (index % 8) {
		case 0:
			end();
			break;
		case 1:
			stream.end();
			break;
		case 2:
			stream.write(randomBytes(1 + ((index * 37) % 5_000)));
			break;
		case 3:
			stream.end(Buffer.concat([CLIENT_HELLO, Buffer.alloc(200, index)]));
			break;
		case 4:
			stream.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
			break;
		case 5: {
			// Without a certificate.
			const channel = connectTls({ socket: stream, rejectUnauthorized: false });
			channel.on('error', () => {});
			break;
		}
		case 6: {
			const { key, cert } = newIdentity().tls;
			const channel = connectTls({ socket: stream, rejectUnauthorized: false, key, cert });
			channel.on('error', () => {});
			channel.once('secureConnect', () => channel.write(randomBytes(3_000)));
			break;
		}
		case 7: {
			const { key, cert } = newIdentity().tls;
			const channel = connectTls({ socket: stream, rejectUnauthorized: false, key, cert });
			channel.on('error', () => {});
			channel.once('secureConnect', end);
			break;
		}
	}
	stream.resume();
	await closed;
}

test('200 hostile connections leave nothing behind, and others keep working', async () => {
	const service = await startOverlay({ limits: { handshakeMs: 2_000 } });
	const friend = await startOverlay({ peers: [service.address], announces: false });
	await untilConnected(service, friend);
	const attacks = Array.from({ length: 200 }, (_, index) => index);
	for (let first = 0; first < attacks.length; first += 25) {
		await Promise.all(attacks.slice(first, first + 25).map((index) => attack(service, index)));
		friend.overlay.send(service.id, TOPIC, body(String(first)));
		await until(() => service.received.includes(String(first)));
	}
	await until(() => service.transport.open === 1);
	expect(service.changes).toEqual([`+${friend.id}`]);
	expect(friend.changes).toEqual([`+${service.id}`]);
	expect(service.overlay.peers()).toHaveLength(1);
	expect(service.lines.length).toBeLessThan(40);
});

test('silent connections are limited, end after a time, and make room', async () => {
	const service = await startOverlay({ limits: { handshakes: 5, handshakeMs: 300 } });
	const streams = await Promise.all(Array.from({ length: 30 }, () => dialSocket(service.address)));
	for (const stream of streams) stream.on('error', () => {}).resume();
	await until(() => streams.every(({ destroyed }) => destroyed));
	const friend = await startOverlay({ peers: [service.address] });
	await untilConnected(service, friend);
});

test('silent connections that take every slot do not keep a service out', async () => {
	const service = await startOverlay({ limits: { handshakes: 5, handshakeMs: 60_000 } });
	const streams = await Promise.all(Array.from({ length: 20 }, () => dialSocket(service.address)));
	for (const stream of streams) stream.on('error', () => {}).resume();
	await until(() => streams.filter(({ destroyed }) => !destroyed).length === 5);
	const friend = await startOverlay({ peers: [service.address], announces: false });
	await untilConnected(service, friend);
	expect(streams.filter(({ destroyed }) => !destroyed)).toHaveLength(4);
});

test('incoming connections are limited in rate', async () => {
	const service = await startOverlay({ limits: { incoming: { perSecond: 0.001, burst: 3 } } });
	const streams = await Promise.all(Array.from({ length: 10 }, () => dialSocket(service.address)));
	for (const stream of streams) stream.on('error', () => {}).resume();
	await until(() => streams.filter(({ destroyed }) => destroyed).length === 7);
});

test('an older version of TLS is refused', async () => {
	const service = await startOverlay();
	const stream = await dialSocket(service.address);
	const { key, cert } = newIdentity().tls;
	const channel = connectTls({ socket: stream, rejectUnauthorized: false, maxVersion: 'TLSv1.2', key, cert });
	channel.on('error', () => {});
	await new Promise((resolve) => stream.once('close', resolve));
	expect(service.changes).toEqual([]);
});
