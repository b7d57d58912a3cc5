import { expect, test } from 'vitest';
import { ForeignPeer, framed, requestOf } from './foreign-peer.ts';
import { lab, sample } from './lab.ts';

const INTERESTED = framed(2);

test('requests of places that do not exist are given nothing, and end no download', async () => {
	const torrent = await sample({ a: 300_000 });
	const { infohash } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder));
	await target.untilPhase(infohash, 'seeding');
	const peer = await ForeignPeer.greet(target, infohash);
	peer.say(INTERESTED);
	await peer.until('leave to ask', () => peer.of(1).length > 0);
	const odd: readonly (readonly [number, number, number])[] = [
		// Before the data, where there was whatever the memory held before.
		[0, -131_072, 131_072],
		[0, -16, 16_384],
		[1, -16_384, 16_384],
		// Less than nothing.
		[0, 2 ** 30, -(2 ** 30)],
		[0, 65_536, -16_384],
		[-1, 0, 16_384],
		[5, 0, 16_384],
		[2 ** 31, 0, 16_384],
	];
	peer.say(...odd.map((numbers) => requestOf(...numbers)), requestOf(1, 16_384, 16_384));
	await peer.until('the block that exists', () => peer.of(7).length > 0);
	expect(peer.of(7).map((message) => message.length)).toEqual([9 + 16_384]);
	expect(peer.socket.destroyed).toBe(false);
	expect(target.of('failed', infohash)).toEqual([]);
	expect(target.status(infohash)?.phase).toBe('seeding');
});
