import { expect, test } from 'vitest';
import { COUNT, downloading, OWED, withholding } from './withholding-peer.ts';

test('a peer that withholds one block of each piece is asked for at most 64 MiB of pieces', async () => {
	const { target, infohash } = await downloading();
	const { until, sentBlocks } = await withholding(target, infohash, 0, COUNT);
	// It has sent all requested blocks but the withheld ones.
	await until(OWED);
	// The engine had time to request more.
	await target.until('the next figures', () => target.status(infohash)?.speedDown === 0);
	expect(sentBlocks.size).toBe(OWED);
}, 60_000);
