import { expect, test } from 'vitest';
import { until } from '../../programs/until.ts';
import { handshakeOf } from '../engine/foreign-peer.ts';
import { noise } from '../engine/lab.ts';
import { connectedPair } from './engine-pair.ts';
import { extended, infohash, overlayHandshake, peerThatSends, untilDropped } from './overlay-peer.ts';

test('300 peers that send garbage cause no unhandled error, and a connection stays', async () => {
	const { first, second, out, into } = await connectedPair();
	const good = Buffer.concat([handshakeOf(infohash), overlayHandshake(), extended(1, noise(2_000, 1))]);
	for (let round = 0; round < 30; round++) {
		const peers = Array.from({ length: 10 }, (_, at) => {
			const seed = round * 10 + at;
			const bytes = Buffer.from(good);
			const choice = noise(16, seed + 1);
			// Half of them have intact handshakes.
			const from = seed % 2 === 0 ? 0 : 68;
			for (let change = 0; change < 1 + (seed % 4); change++)
				bytes[from + (choice.readUInt16LE(change * 4) % (bytes.length - from))] = choice[change * 4 + 3] ?? 0;
			const cut = choice.readUInt16LE(2) % bytes.length;
			return peerThatSends(
				second.lab,
				seed % 3 === 0 ? bytes.subarray(0, cut) : bytes,
				noise(seed * 7, seed),
			);
		});
		for (const peer of peers) peer.socket.end();
		await Promise.all(peers.map(untilDropped));
	}
	out.stream.write('still here');
	let received = '';
	into.stream.on('data', (bytes: Buffer) => {
		received += bytes.toString();
	});
	await until(() => received === 'still here', { awaited: 'the message', seen: () => received });
	for (const { lab: target } of [first, second]) {
		expect(target.messages.filter(({ type }) => type === 'died')).toEqual([]);
		expect(target.lines.filter((line) => /^error|not handled/.test(line))).toEqual([]);
	}
});
