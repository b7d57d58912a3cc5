import { describe, expect, test } from 'vitest';
import { pieceCounter, pieceLength, shadePieces } from '../../source/format/piece-map.ts';

/** Returns a bitmap of pieces from a text of 1 and 0. */
function pieces(text: string) {
	const bits = new Uint8Array(Math.ceil(text.length / 8));
	for (const [index, digit] of [...text].entries()) {
		if (digit === '1') bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7));
	}
	return { bits, total: text.length };
}

test('shadePieces has a cell for each piece if there is room', () => {
	expect(shadePieces(pieces('1011'), 80)).toEqual(['all', 'none', 'all', 'all']);
});

test('a cell of shadePieces represents its share of the pieces', () => {
	expect(shadePieces(pieces('1111100010000000'), 4)).toEqual(['all', 'some', 'some', 'none']);
	expect(shadePieces(pieces('1110110000001111'), 4)).toEqual(['most', 'most', 'none', 'all']);
});

test('counting bytes agrees with counting bits, at any end', () => {
	const text = Array.from({ length: 67 }, (_, index) =>
		index % 3 === 0 || index % 7 === 0 ? '1' : '0',
	).join('');
	const countBelow = pieceCounter(pieces(text));
	for (let below = 0; below <= text.length; below++) {
		const counted = [...text.slice(0, below)].filter((digit) => digit === '1').length;
		expect(countBelow(below)).toBe(counted);
	}
});

test('every piece is in one cell and every cell has a piece: 200,000 pieces at any width', () => {
	const bits = new Uint8Array(25_000).fill(255);
	for (const cells of [1, 7, 60 * 20, 199_999, 200_000, 400_000]) {
		const map = shadePieces({ bits, total: 200_000 }, cells);
		expect(map).toHaveLength(Math.min(cells, 200_000));
		expect(new Set(map)).toEqual(new Set(['all']));
	}
	const bare = shadePieces({ bits: new Uint8Array(0), total: 200_000 }, 1_200);
	expect(new Set(bare)).toEqual(new Set(['none']));
	expect(shadePieces({ bits, total: 0 }, 100)).toEqual([]);
});

describe('the length of pieces', () => {
	test.each([
		[50_000, 4, 16_384],
		[784 * 1024 * 1024, 784, 1024 * 1024],
		[784 * 1024 * 1024 - 5, 784, 1024 * 1024],
	])('of %i bytes in %i is certainly %i', (size, total, bytes) => {
		expect(pieceLength(size, total)).toEqual({ bytes, exact: true });
	});

	test('is only likely if it is no power of two', () => {
		expect(pieceLength(300_000_000, 300)).toEqual({ bytes: 1_000_000, exact: false });
	});

	test('is that of the download if there is one piece', () => {
		expect(pieceLength(700, 1)).toEqual({ bytes: 700, exact: true });
		expect(pieceLength(0, 0)).toBeUndefined();
		expect(pieceLength(100, 0)).toBeUndefined();
	});
});

test.each([2 ** 31, 2 ** 53, 1e308, -1, -(2 ** 53), 2 ** 30])(
	'a service that reports %d pieces and sends eight costs no more than eight',
	(total) => {
		const bits = Uint8Array.of(0b1111_0000);
		const countBelow = pieceCounter({ bits, total });
		expect(countBelow(total)).toBe(total < 0 ? 0 : 4);
		expect(shadePieces({ bits, total }, 80)).toHaveLength(total < 0 ? 0 : 80);
	},
);
