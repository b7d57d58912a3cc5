import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { closedPort } from '../../../source/demo/closed-port.ts';
import { processText } from '../../../source/service/engine/process.ts';
import { memberText } from '../../../source/service/engine/webtorrent/overlay/overlay-member.ts';
import { engineTransportText } from '../../../source/service/overlay/engine-transport.ts';
import { noise } from '../engine/lab.ts';
import { connectedPair, OverlayLab, overlayLab } from './engine-pair.ts';

/** Writes frames of four bytes length, a number and filling, as fast as the stream takes them. */
async function sendFrames(stream: Duplex, count: number): Promise<void> {
	for (let at = 0; at < count; at++) {
		const frame = Buffer.alloc(8 + ((at * 37) % 600));
		frame.writeUInt32BE(frame.length);
		frame.writeUInt32BE(at, 4);
		if (!stream.write(frame)) await once(stream, 'drain');
	}
}

/** Resolves when this many frames arrived. Rejects for one that is out of order. */
async function readFrames(stream: Duplex, count: number): Promise<void> {
	let rest = Buffer.alloc(0);
	let next = 0;
	for await (const bytes of stream.iterator({ destroyOnReturn: false })) {
		rest = Buffer.concat([rest, bytes]);
		while (rest.length >= 8 && rest.length >= rest.readUInt32BE(0)) {
			expect(rest.readUInt32BE(4)).toBe(next++);
			rest = rest.subarray(rest.readUInt32BE(0));
		}
		if (next === count) return;
	}
	throw new Error(`the stream ended after ${next} frames`);
}

const ended = (stream: Duplex) => once(stream.resume(), 'close');

const FRAMES = 400;

test(`two engines exchange ${FRAMES} frames in order in both directions`, async () => {
	const { first, second, out, into } = await connectedPair();
	expect([out.isOutgoing, into.isOutgoing]).toEqual([true, false]);
	// The incoming one states its port.
	expect([out.address, into.address]).toEqual([second.address, first.address]);
	await Promise.all([
		sendFrames(out.stream, FRAMES),
		sendFrames(into.stream, FRAMES),
		readFrames(out.stream, FRAMES),
		readFrames(into.stream, FRAMES),
	]);
});

test('the end of a stream arrives after its last bytes', async () => {
	const { out, into } = await connectedPair();
	const sent = noise(300_000, 1);
	out.stream.end(sent);
	const received: Buffer[] = [];
	for await (const bytes of into.stream) received.push(bytes);
	expect(Buffer.concat(received).equals(sent)).toBe(true);
	await ended(out.stream);
});

test('the death of an engine ends the streams on both sides, and its successor connects again', async () => {
	const { first, second, out, into } = await connectedPair();
	const ends = [ended(out.stream), ended(into.stream)];
	process.kill(second.lab.engine.pid ?? 0, 'SIGKILL');
	await Promise.all(ends);
	// Dials of a dead engine fail.
	second.transport.dial(first.address);
	expect(await second.failure(first.address)).toContain(processText.notRunning);
	await second.lab.until('its death', () => second.lab.messages.some(({ type }) => type === 'died'));
	await second.lab.engine.start();
	second.transport.dial(first.address);
	const [again, accepted] = [await second.connection(1), await first.connection(1)];
	again.stream.write('again');
	expect(String(await once(accepted.stream, 'data'))).toBe('again');
});

test('a transport that starts before its engine waits for it', async () => {
	const other = await overlayLab();
	const early = new OverlayLab();
	const started = early.transport.start({
		connected: (connection) => void early.connections.push(connection),
		unreachable: (address, reason) => void early.unreachable.push({ address, reason }),
	});
	await early.lab.engine.start();
	await started;
	early.transport.dial(other.address);
	await early.connection();
	await early.transport.close();
	await early.lab.engine.close();
});

test('a dial that is under way when the engine dies is reported', async () => {
	const one = await overlayLab();
	const pid = one.lab.engine.pid ?? 0;
	process.kill(pid, 'SIGSTOP');
	one.transport.dial('192.0.2.1:9');
	process.kill(pid, 'SIGKILL');
	expect([engineTransportText.engineEnded, processText.notRunning]).toContain(
		await one.failure('192.0.2.1:9'),
	);
});

test.each(['no address', ':1', 'localhost:', '127.0.0.1:70000'])('dialing %j is refused', async (address) => {
	const one = await overlayLab();
	one.transport.dial(address);
	expect(await one.failure(address)).toBe(memberText.noAddress);
});

test('dialing reports a closed port, an engine without an overlay, and the service itself', async () => {
	const one = await overlayLab();
	const closed = `127.0.0.1:${await closedPort()}`;
	one.transport.dial(closed);
	expect(await one.failure(closed)).toBe(memberText.refused);
	const other = await overlayLab();
	await other.transport.close();
	one.transport.dial(other.address);
	expect(await one.failure(other.address)).toBe(memberText.hungUp);
	one.transport.dial(one.address);
	expect(await one.failure(one.address)).toBe(memberText.hungUp);
	expect(one.connections).toEqual([]);
});

test('closing ends all streams on both sides, and accepts no connection afterwards', async () => {
	const { first, second, out, into } = await connectedPair();
	const ends = [ended(out.stream), ended(into.stream)];
	await second.transport.close();
	await Promise.all(ends);
	first.transport.dial(second.address);
	expect(await first.failure(second.address)).toBe(memberText.hungUp);
});

test('closing does not wait for an engine that hangs', async () => {
	const { second, into } = await connectedPair();
	const { pid = 0 } = second.lab.engine;
	process.kill(pid, 'SIGSTOP');
	const end = ended(into.stream);
	await second.transport.close();
	await end;
	process.kill(pid, 'SIGCONT');
});
