import { expect, test } from 'vitest';
import { contentBytes } from '../../source/demo/content.ts';
import { varyingRate } from '../../source/demo/pace.ts';
import { PacedStore } from '../../source/demo/stores.ts';

test('content at an offset is a part of the whole content', () => {
	const whole = contentBytes('a', 1000);
	for (const offset of [0, 1, 15, 16, 17, 500]) {
		expect(contentBytes('a', 100, offset)).toEqual(whole.subarray(offset, offset + 100));
	}
	expect(contentBytes('b', 1000)).not.toEqual(whole);
});

test('a rate varies around its mean and never ends', () => {
	const rate = varyingRate('a', 1000);
	const rates = Array.from({ length: 3600 }, (_, second) => rate(second * 1000));
	expect(Math.min(...rates)).toBeGreaterThanOrEqual(250);
	expect(Math.max(...rates)).toBeLessThanOrEqual(2000);
	const mean = rates.reduce((sum, each) => sum + each, 0) / rates.length;
	expect(Math.abs(mean - 1000)).toBeLessThan(100);
	expect(varyingRate('b', 1000)(0)).not.toBe(rate(0));
});

test('a paced store answers in sequence, at its rate, and only pieces that exist', async () => {
	const content = { name: 'a', pieceLength: 1000, pieces: 2 };
	// Each interval of 250 ms allows one block.
	const store = new PacedStore(content, () => 400);
	const read = (index: number, offset: number) =>
		new Promise<Uint8Array>((resolve, reject) => {
			store.get(index, { offset, length: 100 }, (error, bytes) =>
				error || !bytes ? reject(error) : resolve(bytes),
			);
		});
	const begun = performance.now();
	const blocks = await Promise.all([read(1, 300), read(0, 0), read(0, 100), read(0, 200)]);
	// Timers may be up to 1 ms early.
	expect(performance.now() - begun).toBeGreaterThanOrEqual(4 * 249);
	expect(blocks[0]).toEqual(contentBytes('a', 100, 1300));
	expect(Buffer.concat(blocks.slice(1))).toEqual(contentBytes('a', 300));
	await expect(read(2, 0)).rejects.toThrow();
	await new Promise((resolve) => store.close(resolve));
});
