import { expect, test } from 'vitest';
import { COUNT, downloading, MEBIBYTE, OWED, withholding } from './withholding-peer.ts';

test('pieces that peers left incomplete are discarded beyond 256 MiB in memory', async () => {
	const { target, infohash, underWay } = await downloading();
	let next = 0;
	for (; next < 5 * OWED; next += OWED) {
		const { peer, until } = await withholding(target, infohash, next, next + OWED);
		await until(OWED);
		peer.socket.destroy();
	}
	// On a slow machine, the first ones are stale already.
	const received = () => target.status(infohash)?.downloaded ?? 0;
	await target.until('the figures', () => received() > 300 * MEBIBYTE);
	// Each of these starts another piece, until the first ones are stale.
	for (; next < COUNT && underWay() > 256 * MEBIBYTE; next++) {
		const before = target.status(infohash);
		const { peer, until } = await withholding(target, infohash, next, next + 1);
		await until(1);
		peer.socket.destroy();
		await target.until('the next figures', () => target.status(infohash) !== before);
	}
	expect(underWay()).toBeLessThanOrEqual(256 * MEBIBYTE);
}, 90_000);

test('a peer that withholds one block of each piece is asked for at most 64 MiB of pieces', async () => {
	const { target, infohash } = await downloading();
	const { until, sentBlocks } = await withholding(target, infohash, 0, COUNT);
	// It has sent all requested blocks but the withheld ones.
	await until(OWED);
	// The engine had time to request more.
	await target.until('the next figures', () => target.status(infohash)?.speedDown === 0);
	expect(sentBlocks.size).toBe(OWED);
}, 60_000);
