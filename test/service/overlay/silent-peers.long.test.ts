import { expect, test } from 'vitest';
import { until } from '../../programs/until.ts';
import { handshakeOf } from '../engine/foreign-peer.ts';
import { overlayLab } from './engine-pair.ts';
import { infohash, overlayPeer, peerThatSends, untilDropped } from './overlay-peer.ts';

test('peers that never end their handshakes or do not read are dropped, and their bytes are bounded', async () => {
	const target = await overlayLab();
	const halfOpen = peerThatSends(target.lab, handshakeOf(infohash));
	const { peer } = await overlayPeer(target.lab);
	peer.socket.pause();
	const { stream } = await target.connection();
	let taken = 0;
	const more = (): void => {
		while (!stream.destroyed && taken < 100_000_000) {
			taken += 65_536;
			if (!stream.write(Buffer.alloc(65_536))) break;
		}
	};
	stream.on('drain', more).resume();
	more();
	await untilDropped(halfOpen);
	await until(() => stream.closed, { awaited: 'the end', seen: () => `${taken} bytes`, timeoutMs: 50_000 });
	expect(taken).toBeLessThan(50_000_000);
	expect(target.connections).toHaveLength(1);
});
