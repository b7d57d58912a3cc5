import { connect, createServer, type Socket } from 'node:net';
import Wire from 'bittorrent-protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import Peer from 'webtorrent/lib/peer.js';
import { writeBackpressure } from '../../../source/service/engine/webtorrent/disk/write-backpressure.ts';
import { Limits, limitPeer, SharedLimits } from '../../../source/service/engine/webtorrent/peer/limits.ts';
import { receive, send } from '../../../source/service/engine/webtorrent/peer/peer-io.ts';
import { until } from '../../programs/until.ts';
import { framed, handshakeOf, word } from './foreign-peer.ts';
import { noise } from './lab.ts';

/** Two connected sockets. */
async function connected(): Promise<{ there: Socket; here: Socket }> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const address = server.address();
	const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
	const here = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
	const there = await accepted;
	onTestFinished(() => {
		here.destroy();
		there.destroy();
	});
	there.on('error', () => {});
	return { there, here };
}

/** Returns two ends of a connection: a sending peer, and a receiver with a limit in bytes per second. */
async function underLimit(rate: number): Promise<{ there: Socket; here: Socket; wire: Wire; peer: Peer }> {
	const { there, here } = await connected();
	const wire = new Wire('tcpOutgoing');
	const peer = new Peer();
	limitPeer(peer, new Limits(rate, 0, new SharedLimits()));
	receive({ peer, socket: here, wire }, (error) => {
		throw error;
	});
	return { there, here, wire, peer };
}

/** Messages of 100 bytes, each with its number. */
function numbered(from: number, count: number): Buffer[] {
	return Array.from({ length: count }, (_, at) => Buffer.concat([word(from + at), Buffer.alloc(96)]));
}

/** Resolves with the numbers of `count` messages after they have arrived. */
function numbersOf(socket: Socket, count: number): Promise<number[]> {
	return new Promise((resolve, reject) => {
		const parts: Buffer[] = [];
		let length = 0;
		socket.on('data', (bytes) => {
			parts.push(bytes);
			length += bytes.length;
			if (length < count * 100) return;
			const all = Buffer.concat(parts);
			resolve(Array.from({ length: count }, (_, at) => all.readUInt32BE(at * 100)));
		});
		socket.on('close', () => reject(new Error(`the connection ended after ${length} bytes`)));
	});
}

test('peer io reads requested blocks at any rate, because the limit applies to requests', async () => {
	const { there, wire } = await underLimit(1_000);
	const unchoked = new Promise((resolve) => wire.once('unchoke', resolve));
	there.write(Buffer.concat([handshakeOf('a'.repeat(40)), framed(1)]));
	await unchoked;
	const block = noise(16_384, 1);
	const arrivals = Array.from(
		{ length: 100 },
		(_, index) =>
			new Promise<Buffer>((resolve, reject) =>
				wire.request(index, 0, block.length, (error, bytes) =>
					bytes ? resolve(Buffer.from(bytes)) : reject(error),
				),
			),
	);
	for (const index of arrivals.keys()) there.write(framed(7, word(index), word(0), block));
	expect((await Promise.all(arrivals)).every((arrived) => arrived.equals(block))).toBe(true);
});

test('peer io reads unrequested bytes at the download limit, however much disk space is free', async () => {
	const { there, here } = await underLimit(1_000);
	there.write(handshakeOf('a'.repeat(40)));
	const filling = setInterval(() => {
		if (!there.writableNeedDrain) there.write(framed(99, Buffer.alloc(100_000)));
	}, 1);
	onTestFinished(() => clearInterval(filling));
	const writeToDisk = async () => {
		let finish = (): void => {};
		const written = new Promise<void>((resolve) => {
			finish = resolve;
		});
		const done = writeBackpressure.during(64 * 1024 * 1024, written);
		await new Promise((resolve) => setImmediate(resolve));
		finish();
		await done;
	};
	while (!here.isPaused() && here.bytesRead < 1_200_000) await writeToDisk();
	// A finished write must not continue the reading.
	for (let time = 0; time < 300; time++) await writeToDisk();
	expect(here.isPaused()).toBe(true);
	// The free overhead, and one read above it.
	expect(here.bytesRead).toBeLessThan(1_200_000);
});

test('peer io listens once for the end of a connection, however often the limit pauses it', async () => {
	const { there, here } = await underLimit(4_000_000);
	const listeners = here.listenerCount('close');
	let pauses = 0;
	here.on('pause', () => pauses++);
	there.write(handshakeOf('a'.repeat(40)));
	for (let message = 0; message < 30; message++) there.write(framed(99, Buffer.alloc(100_000)));
	await until(() => pauses >= 3);
	expect(here.listenerCount('close')).toBe(listeners);
});

test('peer io drops a peer that is silent for minutes, and one that only sends keep-alives stays', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	onTestFinished(() => void vi.useRealTimers());
	const { there, wire, peer } = await underLimit(1_000_000);
	const keepAlive = new Promise((resolve) => wire.once('keep-alive', resolve));
	there.write(handshakeOf('a'.repeat(40)));
	vi.advanceTimersByTime(120_000);
	there.write(framed());
	await keepAlive;
	vi.advanceTimersByTime(120_000);
	expect(peer.destroyed).toBe(false);
	vi.advanceTimersByTime(70_000);
	expect(peer.destroyed).toBe(true);
});

test('a peer stays connected while it reads, even if messages always wait for it', async () => {
	const { there, here } = await connected();
	const wire = new Wire('tcpOutgoing');
	const peer = new Peer();
	peer.conn = here;
	send({ peer, socket: here, wire });
	const count = 80_000;
	const arrived = numbersOf(there, count);
	let sent = 0;
	let taken = 0;
	const sendMore = (more: number): void => {
		for (const message of numbered(sent, Math.min(more, count - sent))) wire._push(message);
		sent += Math.min(more, count - sent);
	};
	there.on('data', (bytes) => {
		taken += bytes.length;
		// Keeps the same number of messages waiting.
		sendMore(10_000 + Math.floor(taken / 100) - sent);
	});
	sendMore(10_000);
	expect(await arrived).toEqual(Array.from({ length: count }, (_, at) => at));
	expect(peer.destroyed).toBe(false);
});

test('a fast peer that becomes slow is served slowly, and stays connected', async () => {
	const block = 16_384;
	vi.useFakeTimers({ toFake: ['hrtime'] });
	onTestFinished(() => void vi.useRealTimers());
	const { there, here } = await connected();
	const wire = new Wire('tcpIncoming');
	const peer = new Peer();
	peer.conn = here;
	peer.swarm = {
		infoHash: 'a'.repeat(40),
		destroyed: false,
		client: { peerId: 'b'.repeat(40), dht: null },
		wires: [wire],
		pieces: [null],
		metadata: null,
		_addIncomingPeer() {},
		_onWire() {},
		removePeer() {},
	};
	send({ peer, socket: here, wire });
	wire.unchoke();
	wire.on('request', (_index, _offset, length: number, done: (error: null, bytes: Uint8Array) => void) =>
		done(null, Buffer.alloc(length)),
	);
	let received = 0;
	there.on('data', (bytes) => {
		received += bytes.length;
	});
	const request = (count: number): void => {
		for (let number = 0; number < count; number++) wire._onRequest(0, 0, block);
	};
	const unchokeBytes = 5;
	const untilBlocks = (blocks: number) => until(() => received === unchokeBytes + blocks * (block + 13));
	request(1_500);
	await untilBlocks(1_500);
	there.pause();
	request(700);
	expect(here.writableLength).toBeGreaterThan(4 * 1024 * 1024);
	// Its rate falls while it does not read. Further requests wait.
	vi.advanceTimersByTime(20_000);
	request(1);
	expect(peer.destroyed).toBe(false);
	there.resume();
	await untilBlocks(2_201);
	expect(peer.destroyed).toBe(false);
});
