import { expect, test } from 'vitest';
import {
	bitfieldOf,
	countPieces,
	fileProgress,
	hasPiece,
	piecesOf,
	selectionBytes,
	setPiece,
} from '../../source/metainfo/layout.ts';
import { parseTorrent } from '../../source/metainfo/metainfo.ts';
import { torrentOf } from './bencoded.ts';

// Pieces of 16384 bytes: a [0, 10000), b [10000, 30000), empty, c [30000, 40000): three pieces.
const metainfo = parseTorrent(torrentOf({ a: 10_000, b: 20_000, empty: 0, c: 10_000 }));

test('a bitfield has its most significant bit first and no bit after the last piece', () => {
	const bitfield = bitfieldOf(11);
	setPiece(bitfield, 0, true);
	setPiece(bitfield, 10, true);
	expect([...bitfield]).toEqual([0x80, 0x20]);
	expect([
		hasPiece(bitfield, 0),
		hasPiece(bitfield, 1),
		hasPiece(bitfield, 10),
		hasPiece(bitfield, 99),
	]).toEqual([true, false, true, false]);
	expect(countPieces(bitfield)).toBe(2);
	setPiece(bitfield, 0, false);
	expect([...bitfield]).toEqual([0, 0x20]);
	expect([...bitfieldOf(11, true)]).toEqual([0xff, 0xe0]);
});

test('a file has its pieces, including shared ones', () => {
	expect(metainfo.files.map((file) => piecesOf(metainfo, file))).toEqual([
		{ first: 0, last: 0 },
		{ first: 0, last: 1 },
		null,
		{ first: 1, last: 2 },
	]);
});

test('progress of each file follows from complete pieces', () => {
	expect(fileProgress(metainfo, bitfieldOf(3))).toEqual([0, 0, 1, 0]);
	expect(fileProgress(metainfo, bitfieldOf(3, true))).toEqual([1, 1, 1, 1]);
	expect(fileProgress(metainfo, Uint8Array.of(0x80))).toEqual([1, 6384 / 20_000, 1, 0]);
	expect(fileProgress(metainfo, Uint8Array.of(0x20))).toEqual([0, 0, 1, (40_000 - 32_768) / 10_000]);
});

test('a selection has its size in bytes', () => {
	const bitfield = Uint8Array.of(0x80);
	expect(selectionBytes(metainfo, bitfield, null)).toEqual({ total: 40_000, complete: 16_384 });
	expect(selectionBytes(metainfo, bitfield, [0])).toEqual({ total: 10_000, complete: 10_000 });
	expect(selectionBytes(metainfo, bitfield, [3, 99])).toEqual({ total: 10_000, complete: 0 });
	expect(selectionBytes(metainfo, bitfield, [])).toEqual({ total: 0, complete: 0 });
});
