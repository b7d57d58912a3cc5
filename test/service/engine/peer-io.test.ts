import { connect, createServer, type Socket } from 'node:net';
import Wire from 'bittorrent-protocol';
import { ThrottleGroup } from 'speed-limiter';
import { expect, onTestFinished, test, vi } from 'vitest';
import Peer from 'webtorrent/lib/peer.js';
import { writeBackpressure } from '../../../source/service/engine/webtorrent/disk/write-backpressure.ts';
import { receive, send } from '../../../source/service/engine/webtorrent/peer/peer-io.ts';
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
	const group = new ThrottleGroup({ enabled: true, rate });
	const peer = new Peer();
	receive({ peer, socket: here, wire }, group.throttle(), (error) => {
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

test('peer io waits for a block that is slow because of our own limit', async () => {
	const { there, wire } = await underLimit(20_000);
	const unchoked = new Promise((resolve) => wire.once('unchoke', resolve));
	there.write(Buffer.concat([handshakeOf('a'.repeat(40)), framed(1)]));
	await unchoked;
	wire.setTimeout(300);
	const block = noise(16_384, 1);
	const arrived = new Promise<Buffer>((resolve, reject) =>
		wire.request(0, 0, block.length, (error, bytes) => (bytes ? resolve(Buffer.from(bytes)) : reject(error))),
	);
	there.write(framed(7, word(0), word(0), block));
	there.write(framed(7, word(0), word(0), block));
	expect((await arrived).equals(block)).toBe(true);
});

test('free disk space does not bypass the download limit', async () => {
	const { there, here } = await underLimit(1_000);
	there.write(handshakeOf('a'.repeat(40)));
	const filling = setInterval(() => {
		if (!there.writableNeedDrain) there.write(framed(99, Buffer.alloc(100_000)));
	}, 1);
	onTestFinished(() => clearInterval(filling));
	for (let time = 0; time < 300; time++) {
		let finish = (): void => {};
		const written = new Promise<void>((resolve) => {
			finish = resolve;
		});
		const done = writeBackpressure.during(64 * 1024 * 1024, written);
		await new Promise((resolve) => setImmediate(resolve));
		finish();
		await done;
	}
	expect(here.isPaused()).toBe(true);
	expect(here.bytesRead).toBeLessThan(1_000_000);
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
	send({ peer, socket: here, wire }, new ThrottleGroup({ enabled: true, rate: 4_000_000 }).throttle());
	const count = 80_000;
	const arrived = numbersOf(there, count);
	let sent = 0;
	const sendMore = (more: number): void => {
		for (const message of numbered(sent, Math.min(more, count - sent))) wire._push(message);
		sent += Math.min(more, count - sent);
	};
	let taken = 0;
	peer.on('upload', (bytes: number) => {
		taken += bytes;
		// Keeps the same number of messages waiting.
		sendMore(10_000 + Math.floor(taken / 100) - sent);
	});
	sendMore(10_000);
	expect(await arrived).toEqual(Array.from({ length: count }, (_, at) => at));
	expect(peer.destroyed).toBe(false);
});

test('messages arrive in order while an upload limit starts and ends', async () => {
	const { there, here } = await connected();
	const wire = new Wire('tcpOutgoing');
	const free = new ThrottleGroup({ enabled: false, rate: 0 });
	const limited = new ThrottleGroup({ enabled: true, rate: 1_000_000 });
	const throttle = free.throttle();
	send({ peer: new Peer(), socket: here, wire }, throttle);
	const count = 20_000;
	const arrived = numbersOf(there, count);
	for (let from = 0; from < count; from += 500) {
		const group = (from / 500) % 2 === 0 ? free : limited;
		throttle._group = group;
		throttle._setEnabled(group.getEnabled());
		for (const message of numbered(from, 500)) wire._push(message);
		await new Promise((resolve) => setImmediate(resolve));
	}
	expect(await arrived).toEqual(Array.from({ length: count }, (_, at) => at));
});
