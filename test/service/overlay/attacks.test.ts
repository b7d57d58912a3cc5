import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeAddresses } from '../../../source/service/overlay/address-list.ts';
import type { FrameKind } from '../../../source/service/overlay/frames.ts';
import { overlayLimits } from '../../../source/service/overlay/limits.ts';
import { messageText } from '../../../source/service/overlay/messages.ts';
import { overlayText } from '../../../source/service/overlay/overlay-network.ts';
import { seal } from '../../../source/service/overlay/sealed.ts';
import { until } from '../../programs/until.ts';
import {
	body,
	connectRaw,
	inMinutes,
	newIdentity,
	type RawPeer,
	signed,
	startOverlay,
	type TestOverlay,
	TOPIC,
	untilConnected,
} from './overlay-fixture.ts';
import { dialSocket } from './socket-transport.ts';

/** Sends a valid message as the last one, and waits for it: all before were handled. */
async function settle(service: TestOverlay, peer: RawPeer): Promise<void> {
	const text = `end ${service.published.length}`;
	peer.send('published', signed(newIdentity(), text));
	await until(() => service.published.includes(text), { seen: () => service.lines.join('\n') });
}

const texts = ({ published }: TestOverlay) => published.filter((text) => !text.startsWith('end'));

describe('a published message', () => {
	test('is delivered and forwarded once, however often it is replayed', async () => {
		const service = await startOverlay();
		const [first, second, third] = [
			await connectRaw(service),
			await connectRaw(service),
			await connectRaw(service),
		];
		const message = signed(newIdentity(), 'text');
		for (const peer of [first, first, second, first, second]) peer.send('published', message);
		await settle(service, first);
		await settle(service, second);
		expect(texts(service)).toEqual(['text']);
		await until(() => third.frames.filter(({ kind }) => kind === 'published').length === 3);
		expect(third.frames.filter(({ payload }) => payload.equals(message))).toHaveLength(1);
	});

	test('does not arrive again after a restart once it is stale', async () => {
		const service = await startOverlay();
		const peer = await connectRaw(service);
		peer.send('published', signed(newIdentity(), 'text', { sentMs: inMinutes(-11) }));
		await settle(service, peer);
		expect(texts(service)).toEqual([]);
	});

	test.each([
		['future-dated', { sentMs: inMinutes(6), expiresMs: inMinutes(20) }],
		['expired', { sentMs: inMinutes(-2), expiresMs: inMinutes(-1) }],
		['expired before it is sent', { sentMs: inMinutes(2), expiresMs: inMinutes(1) }],
		['of another topic', { topic: 'other' }],
	])('is ignored if it is %s', async (_, fields) => {
		const service = await startOverlay();
		const peer = await connectRaw(service);
		const other = await connectRaw(service);
		for (let copy = 0; copy < 20; copy++)
			peer.send('published', signed(newIdentity(), `text ${copy}`, fields));
		await settle(service, peer);
		expect(texts(service)).toEqual([]);
		await until(() => other.frames.length === 1);
		// Clocks and versions differ, so it is no violation.
		expect(peer.isClosed()).toBe(false);
	});

	test('is not forwarded if its topic does not accept it', async () => {
		const service = await startOverlay();
		service.verdict = (text) => (text === 'no' ? 'ignore' : 'accept');
		const [peer, other] = [await connectRaw(service), await connectRaw(service)];
		peer.send('published', signed(peer.identity, 'no'));
		peer.send('published', signed(peer.identity, 'yes'));
		await until(() => other.frames.length > 0);
		expect(other.frames.map(({ payload }) => payload.includes('yes'))).toEqual([true]);
	});

	test('is neither delivered nor forwarded if its author is blocked', async () => {
		const service = await startOverlay();
		const [peer, other] = [await connectRaw(service), await connectRaw(service)];
		const author = newIdentity();
		service.overlay.block(author.id, 'test');
		peer.send('published', signed(author, 'text'));
		await settle(service, peer);
		await until(() => other.frames.length === 1);
		expect(texts(service)).toEqual([]);
	});

	test('is limited in rate for each author', async () => {
		const service = await startOverlay({ limits: { authorMessages: { perSecond: 0.001, burst: 7 } } });
		const peer = await connectRaw(service);
		const author = newIdentity();
		for (let index = 0; index < 50; index++) peer.send('published', signed(author, String(index)));
		await settle(service, peer);
		expect(texts(service)).toEqual(['0', '1', '2', '3', '4', '5', '6']);
	});

	test('does not end the service if its topic fails', async () => {
		const service = await startOverlay();
		service.verdict = (text) => {
			if (text === 'failure') throw new Error('a bug');
			return 'accept';
		};
		const peer = await connectRaw(service);
		peer.send('published', signed(peer.identity, 'failure'));
		await settle(service, peer);
		expect(service.lines.join()).toContain(messageText.failed('a bug'));
	});
});

test.each([
	{ forwardedMessages: { perSecond: 0.001, burst: 5 } },
	{ forwardedBytes: { perSecond: 0.001, burst: 5_500 } },
])('messages of many authors and peers are passed on up to a rate: %j', async (limits) => {
	const service = await startOverlay({ limits });
	const peers = await Promise.all([1, 2, 3, 4].map(() => connectRaw(service)));
	const observer = await connectRaw(service);
	for (let index = 0; index < 20; index++)
		peers[index % 4]?.send('published', signed(newIdentity(), `${index} ${'x'.repeat(800)}`));
	await until(() => service.published.length === 20);
	service.overlay.publish(TOPIC, body('own messages are not limited'), inMinutes(1));
	await until(() => observer.frames.some(({ payload }) => payload.includes('own messages')));
	expect(observer.frames).toHaveLength(6);
});

describe('a violation', () => {
	const forged = () => {
		const message = signed(newIdentity(), 'forged');
		Buffer.from(newIdentity().id, 'hex').copy(message, 2);
		return message;
	};
	const changed = () => {
		const message = signed(newIdentity(), 'changed');
		message[message.length - 70] = 1;
		return message;
	};
	const cases: readonly [name: string, kind: FrameKind, payload: (service: TestOverlay) => Buffer][] = [
		['a forged author', 'published', forged],
		['a changed content', 'published', changed],
		[
			'a published message to one service',
			'published',
			({ id }) => signed(newIdentity(), 'x', { recipient: id }),
		],
		[
			'a direct message of another author',
			'direct',
			({ id }) => signed(newIdentity(), 'x', { recipient: id }),
		],
		['a direct message to all', 'direct', () => signed(newIdentity(), 'x')],
		['garbage as a message', 'published', () => Buffer.alloc(300, 7)],
		['garbage as a sealed message', 'sealed', () => Buffer.alloc(300, 7)],
		['garbage as addresses', 'addresses', () => Buffer.from('\x09no address')],
		['a second hello', 'hello', () => Buffer.alloc(40)],
	];

	test.each(cases)('is %s: ten block the peer, others stay', async (_, kind, payload) => {
		const service = await startOverlay();
		const [peer, other] = [await connectRaw(service), await connectRaw(service)];
		for (let copy = 0; copy < 9; copy++) peer.send(kind, payload(service));
		await settle(service, peer);
		expect(peer.isClosed()).toBe(false);
		peer.send(kind, payload(service));
		await until(peer.isClosed);
		expect(texts(service)).toEqual([]);
		expect(service.received).toEqual([]);
		const again = connectRaw(service, { identity: peer.identity });
		await until(() => service.lines.join().includes(overlayText.violations));
		await expect(again).rejects.toThrow();
		await settle(service, other);
	});

	test('is a direct message of the peer itself to another service', async () => {
		const service = await startOverlay();
		const peer = await connectRaw(service);
		for (let copy = 0; copy < 10; copy++)
			peer.send('direct', signed(peer.identity, `${copy}`, { recipient: newIdentity().id }));
		await until(peer.isClosed);
		expect(service.received).toEqual([]);
	});

	test('is each message that a topic rejects', async () => {
		const service = await startOverlay();
		service.verdict = () => 'reject';
		const peer = await connectRaw(service);
		for (let index = 0; index < 5; index++) {
			peer.send('published', signed(peer.identity, `a ${index}`));
			peer.send('direct', signed(peer.identity, `b ${index}`, { recipient: service.id }));
		}
		await until(peer.isClosed);
		expect([service.published.length, service.received.length]).toEqual([5, 5]);
	});

	test('counts against the author, not against the peers that forward its messages', async () => {
		const service = await startOverlay();
		service.verdict = (text) => (text.startsWith('bad') ? 'reject' : 'accept');
		const peer = await connectRaw(service);
		const author = newIdentity();
		for (let index = 0; index < 10; index++) peer.send('published', signed(author, `bad ${index}`));
		peer.send('published', signed(author, 'of a blocked author'));
		await settle(service, peer);
		expect(texts(service)).toHaveLength(10);
		expect(peer.isClosed()).toBe(false);
	});

	test('is a frame that is too large, which ends the connection', async () => {
		const service = await startOverlay();
		const peer = await connectRaw(service);
		peer.send('published', Buffer.alloc(100_000));
		await until(peer.isClosed);
		expect(texts(service)).toEqual([]);
	});
});

describe('a flood', () => {
	test('slows its sender down and blocks it, while others keep working', async () => {
		const limits = {
			peerFrames: { perSecond: 200, burst: 50 },
			floodMs: 300,
			floodWindowMs: 60_000,
		};
		const service = await startOverlay({ limits });
		const friend = await startOverlay({ peers: [service.address] });
		await untilConnected(service, friend);
		const flooder = await connectRaw(service);
		const message = signed(newIdentity(), 'the same again');
		for (let copy = 0; copy < 20_000; copy++) flooder.send('published', message);
		for (let index = 0; index < 20; index++) {
			friend.overlay.send(service.id, TOPIC, body(String(index)));
			await until(() => service.received.includes(String(index)));
		}
		await until(flooder.isClosed);
		expect(service.lines.join()).toContain(overlayText.flood);
		expect(service.isConnected(friend)).toBe(true);
		await expect(connectRaw(service, { identity: flooder.identity })).rejects.toThrow();
	});

	test('blocks its sender also if it is few messages with many bytes', async () => {
		const service = await startOverlay({
			limits: { peerBytes: { perSecond: 100_000, burst: 50_000 }, floodMs: 200 },
		});
		const flooder = await connectRaw(service);
		const message = signed(flooder.identity, 'x'.repeat(10_000));
		for (let copy = 0; copy < 100; copy++) flooder.send('published', message);
		await until(flooder.isClosed);
		expect(service.lines.join()).toContain(overlayText.flood);
	});

	test('does not block a short burst', async () => {
		const service = await startOverlay({ limits: { peerFrames: { perSecond: 2_000, burst: 100 } } });
		const peer = await connectRaw(service);
		for (let index = 0; index < 300; index++)
			peer.send('direct', signed(peer.identity, String(index), { recipient: service.id }));
		await until(() => service.received.length === 300);
		expect(peer.isClosed()).toBe(false);
	});
});

describe('a peer', () => {
	test('is disconnected if it is silent', async () => {
		const service = await startOverlay({ limits: { pingMs: 20, silenceMs: 1_500 } });
		const friend = await startOverlay({ peers: [service.address], limits: { pingMs: 20 } });
		await untilConnected(service, friend);
		const silent = await connectRaw(service);
		await until(silent.isClosed);
		expect(service.isConnected(friend)).toBe(true);
		expect(friend.changes).toEqual([`+${service.id}`]);
	});

	test('beyond the maximum is refused, and takes a slot that becomes free', async () => {
		const service = await startOverlay({ limits: { connections: 5, outgoing: 2 } });
		const peers = [await connectRaw(service), await connectRaw(service), await connectRaw(service)];
		await until(() => service.overlay.peers().length === 3);
		const late = await connectRaw(service);
		await until(late.isClosed);
		peers[0]?.close();
		await until(() => service.overlay.peers().length === 2);
		await connectRaw(service);
		await until(() => service.overlay.peers().length === 3);
	});
});

test('the incoming connection that is idle for the longest time ends for a new one', async () => {
	const service = await startOverlay({ limits: { connections: 5, outgoing: 2, idleMs: 500 } });
	const [first, second, third] = [
		await connectRaw(service),
		await connectRaw(service),
		await connectRaw(service),
	];
	await until(() => service.overlay.peers().length === 3);
	let sent = 0;
	const late = await until(async () => {
		first.send('direct', signed(first.identity, String(++sent), { recipient: service.id }));
		await until(() => service.received.length === sent);
		const peer = await connectRaw(service);
		await until(() => peer.isClosed() || service.isConnected(peer));
		return peer.isClosed() ? undefined : peer;
	});
	await until(second.isClosed);
	expect([first, third, late].map((peer) => peer.isClosed())).toEqual([false, false, false]);
});

describe('one network', () => {
	test('takes a few incoming connections, however many identities it has', async () => {
		const service = await startOverlay();
		service.transport.host = '8.8.8.8';
		for (let count = 0; count < overlayLimits.networkConnections; count++) await connectRaw(service);
		await until(() => service.overlay.peers().length === overlayLimits.networkConnections);
		service.transport.host = '8.8.8.200';
		const late = await connectRaw(service);
		await until(late.isClosed);
		service.transport.host = '8.8.9.8';
		const { id } = await connectRaw(service);
		await until(() => service.isConnected({ id }));
		expect(service.overlay.networkOf(id)).toBe('8.8.9.0/24');
		expect(service.overlay.peers()).toHaveLength(overlayLimits.networkConnections + 1);
	});

	test('does not take the connection attempts of others', async () => {
		const limits = {
			incoming: { perSecond: 0.001, burst: 4 },
			networkIncoming: { perSecond: 0.001, burst: 2 },
		};
		const service = await startOverlay({ limits });
		service.transport.host = '2600::1';
		const streams = await Promise.all(Array.from({ length: 10 }, () => dialSocket(service.address)));
		for (const stream of streams) stream.on('error', () => {}).resume();
		await until(() => streams.filter(({ destroyed }) => destroyed).length === 8);
		service.transport.host = '8.8.8.8';
		const { id } = await connectRaw(service);
		await until(() => service.isConnected({ id }));
	});
});

test('mutated messages of all kinds cause no error and reach no topic', async () => {
	const service = await startOverlay({ limits: { offenses: 1e9 } });
	const peer = await connectRaw(service);
	const sealed = (text: string) =>
		seal(
			signed(peer.identity, text, { recipient: service.id }),
			service.id,
			service.identity.publicSealKey,
			inMinutes(1),
		);
	const sources: readonly [FrameKind, (text: string) => Buffer][] = [
		['published', (text) => signed(peer.identity, text)],
		['direct', (text) => signed(peer.identity, text, { recipient: service.id })],
		['sealed', sealed],
		['addresses', () => encodeAddresses(['127.0.0.1:1', '[::1]:2000'])],
	];
	fc.assert(
		fc.property(
			fc.constantFrom(...sources),
			fc.nat({ max: 1_000 }),
			fc.integer({ min: 1, max: 255 }),
			fc.nat({ max: 300 }),
			([kind, make], position, change, cut) => {
				const bytes = make('mutated');
				const at = position % bytes.length;
				// The number of hops is not signed.
				if (kind === 'sealed' && at === 1) return;
				bytes[at] = (bytes[at] ?? 0) ^ change;
				peer.send(kind, cut < bytes.length ? bytes.subarray(0, bytes.length - cut) : bytes);
			},
		),
		{ numRuns: 300 },
	);
	await settle(service, peer);
	expect(texts(service)).toEqual([]);
	expect(service.received).toEqual([]);
	expect(service.lines.filter((line) => line.startsWith('error'))).toEqual([]);
});
