import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { encodeFrame } from '../../../source/service/overlay/frames.ts';
import { handshakeText } from '../../../source/service/overlay/handshake.ts';
import { encodeHello, PROTOCOL_VERSION } from '../../../source/service/overlay/hello.ts';
import { MAX_BODY_BYTES } from '../../../source/service/overlay/overlay.ts';
import { overlayText } from '../../../source/service/overlay/overlay-network.ts';
import { ChannelSecurity } from '../../../source/service/overlay/secure-channel.ts';
import { until } from '../../programs/until.ts';
import {
	body,
	connectRaw,
	inMinutes,
	newIdentity,
	signed,
	startOverlay,
	TOPIC,
	untilConnected,
} from './overlay-fixture.ts';
import { dialSocket, SocketTransport } from './socket-transport.ts';

async function twoServices() {
	const a = await startOverlay();
	const b = await startOverlay({ peers: [a.address] });
	await untilConnected(a, b);
	return { a, b };
}

describe('two services', () => {
	test('prove their identity to each other', async () => {
		const a = await startOverlay();
		const b = await startOverlay({ peers: [a.address], announces: false });
		await untilConnected(a, b);
		expect(a.changes).toEqual([`+${b.id}`]);
		expect(b.changes).toEqual([`+${a.id}`]);
		expect(b.overlay.peers()).toMatchObject([{ id: a.id, isOutgoing: true, address: a.address }]);
		expect(a.overlay.peers()).toMatchObject([{ id: b.id, isOutgoing: false, address: undefined }]);
	});

	test('exchange published and direct messages', async () => {
		const { a, b } = await twoServices();
		const expiresMs = inMinutes(10);
		const envelope = a.overlay.publish(TOPIC, body('to all'), expiresMs);
		b.overlay.send(a.id, TOPIC, body('to one'));
		await until(() => b.published.length === 1 && a.received.length === 1);
		expect([b.published, a.received]).toEqual([['to all'], ['to one']]);
		expect(b.messages[0]).toMatchObject({ from: a.id, via: a.id });
		expect(Buffer.from(b.messages[0]?.envelope ?? []).equals(envelope)).toBe(true);
		expect(a.messages[0]).toMatchObject({ from: b.id, via: b.id });
		expect(a.published).toEqual([]);
	});

	test('exchange the largest bodies', async () => {
		const { a, b } = await twoServices();
		const largest = Buffer.alloc(MAX_BODY_BYTES, 'x');
		a.overlay.send(b.id, TOPIC, largest);
		a.overlay.publish(TOPIC, largest, inMinutes(1));
		await until(() => b.received.length === 1 && b.published.length === 1);
		expect(b.received[0]?.length).toBe(MAX_BODY_BYTES);
		const larger = Buffer.alloc(MAX_BODY_BYTES + 1);
		expect(() => a.overlay.publish(TOPIC, larger, inMinutes(1))).toThrow(RangeError);
		expect(() => a.overlay.send(b.id, TOPIC, larger)).toThrow(RangeError);
	});

	test('connect again after one was killed and returns', async () => {
		const { a, b } = await twoServices();
		const { port } = a.transport;
		await a.close();
		await until(() => !b.isConnected(a));
		expect(b.changes).toEqual([`+${a.id}`, `-${a.id}`]);
		const returned = await startOverlay({ identity: a.identity, transport: new SocketTransport({ port }) });
		await untilConnected(returned, b);
		b.overlay.send(a.id, TOPIC, body('welcome back'));
		await until(() => returned.received.length === 1);
	});

	test('keep one connection if both connect at once, and report it once', async () => {
		for (let round = 0; round < 5; round++) {
			const transports = [new SocketTransport(), new SocketTransport()] as const;
			await Promise.all(transports.map((transport) => transport.listen()));
			const [first, second] = transports;
			const [a, b] = await Promise.all([
				startOverlay({ transport: first, peers: [second.address], limits: { retireMs: 50 } }),
				startOverlay({ transport: second, peers: [first.address], limits: { retireMs: 50 } }),
			]);
			await untilConnected(a, b);
			const [smaller, larger] = a.id < b.id ? [a, b] : [b, a];
			await until(
				() =>
					smaller.transport.open === 1 &&
					larger.transport.open === 1 &&
					smaller.overlay.peers()[0]?.isOutgoing === true &&
					larger.overlay.peers()[0]?.isOutgoing === false,
				{ seen: () => [...a.lines, '', ...b.lines].join('\n') },
			);
			a.overlay.send(b.id, TOPIC, body('after the tie'));
			await until(() => b.received.includes('after the tie'));
			await Promise.all([a.close(), b.close()]);
		}
	});

	test('lose no message while one connection replaces another', async () => {
		const { a, b } = await twoServices();
		// The service that accepted the connection opens another one, to verify the address.
		const texts = Array.from({ length: 200 }, (_, index) => String(index));
		for (const text of texts) {
			a.overlay.send(b.id, TOPIC, body(text));
			b.overlay.send(a.id, TOPIC, body(text));
			await new Promise(setImmediate);
		}
		await until(() => a.received.length >= 200 && b.received.length >= 200);
		expect(new Set(a.received)).toEqual(new Set(texts));
		expect(new Set(b.received)).toEqual(new Set(texts));
	});

	test('keep one connection although two addresses lead to the same service', async () => {
		const a = await startOverlay();
		const b = await startOverlay({ peers: [a.address, a.address.replace('127.0.0.1', 'localhost')] });
		await untilConnected(a, b);
		await until(() => a.transport.open === 1 && b.transport.open === 1);
		expect(b.overlay.peers()).toHaveLength(1);
	});

	test('do not connect to themselves', async () => {
		const transport = new SocketTransport();
		await transport.listen();
		const a = await startOverlay({ transport, peers: [transport.address] });
		await until(() => a.transport.dials === 1 && a.transport.open === 0 && a.lines.length > 0);
		expect(a.overlay.peers()).toEqual([]);
	});

	test('blocked services stay blocked after a restart', async () => {
		const { a, b } = await twoServices();
		a.overlay.block(b.id, 'it does not pay');
		expect(a.overlay.isBlocked(b.id)).toBe(true);
		expect(a.overlay.peers()).toEqual([]);
		await until(() => !b.isConnected(a));
		await a.close();
		const { port } = a.transport;
		const { identity, stateFolder } = a;
		const returned = await startOverlay({
			identity,
			stateFolder,
			transport: new SocketTransport({ port }),
		});
		expect(returned.overlay.isBlocked(b.id)).toBe(true);
		const dials = b.transport.dials;
		await until(() => b.transport.dials > dials + 1);
		expect(returned.changes).toEqual([]);
		const envelope = signed(b.identity, 'blocked');
		expect(returned.overlay.open(TOPIC, envelope)).toBeUndefined();
	});

	test('are not connected if one blocks the other between its proof and its hello', async () => {
		const a = await startOverlay();
		const identity = newIdentity();
		const stream = await dialSocket(a.address);
		const { signal } = new AbortController();
		const { channel } = await new ChannelSecurity(identity).secure(stream, true, signal);
		const closed = once(channel, 'close');
		// The hello of the service follows its check.
		await once(channel, 'data');
		a.overlay.block(identity.id, 'it does not pay');
		const hello = { version: PROTOCOL_VERSION, timeMs: Date.now(), sealKey: identity.publicSealKey };
		channel.write(encodeFrame('hello', encodeHello(hello)));
		await closed;
		expect(a.overlay.peers()).toEqual([]);
		expect(a.changes).toEqual([]);
	});

	test('log a clock that differs, because their messages are ignored', async () => {
		const a = await startOverlay();
		const peer = await connectRaw(a, { timeMs: inMinutes(-7) });
		await until(() => a.overlay.peers().length === 1);
		expect(a.lines.join()).toContain(overlayText.clock(peer.id, -7));
	});

	test('refuse another version of the protocol, and log it', async () => {
		const a = await startOverlay();
		const later = await connectRaw(a, { version: 99 });
		await until(later.isClosed);
		expect(a.lines.join()).toContain(handshakeText.version(99));
		expect(a.changes).toEqual([]);
	});
});

describe('open', () => {
	const author = newIdentity();

	test('returns a published message again until it expires', async () => {
		const { overlay } = await startOverlay();
		const opened = overlay.open(TOPIC, signed(author, 'text', { sentMs: inMinutes(-60) }));
		expect(opened).toMatchObject({ from: author.id });
		expect(Buffer.from(opened?.body ?? []).toString()).toBe('text');
	});

	test('returns nothing for other topics, other times, other recipients and forgeries', async () => {
		const { overlay, id } = await startOverlay();
		const forged = signed(author, 'text');
		forged[150] = (forged[150] ?? 0) ^ 1;
		const invalid = [
			signed(author, 'text', { topic: 'other' }),
			signed(author, 'text', { sentMs: inMinutes(6), expiresMs: inMinutes(9) }),
			signed(author, 'text', { sentMs: inMinutes(-2), expiresMs: inMinutes(-1) }),
			signed(author, 'text', { recipient: id }),
			forged,
			Buffer.from('garbage'),
			new Uint8Array(),
		];
		expect(invalid.map((each) => overlay.open(TOPIC, each))).toEqual(invalid.map(() => undefined));
	});
});
