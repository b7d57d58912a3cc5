import TorrentPiece from 'torrent-piece';
import { expect, test } from 'vitest';
import { PartialPieces } from '../../../source/service/engine/webtorrent/sources/web-seeds/partial-pieces.ts';

// The long tests show the limit of 64 MiB with a web seed.
test('incomplete pieces of web seeds beyond the limit are discarded, oldest first, complete ones before', () => {
	const partial = new PartialPieces(300);
	const discarded: number[] = [];
	const pieces = Array.from({ length: 6 }, () => new TorrentPiece(100));
	const add = (index: number) => {
		const piece = pieces[index];
		if (piece) partial.add(piece, () => discarded.push(index));
	};
	for (const index of [0, 1, 2, 0]) add(index);
	expect([partial.bytes, discarded]).toEqual([300, []]);
	add(3);
	expect([partial.bytes, discarded]).toEqual([300, [1]]);
	// A peer completes the newest one.
	Object.assign(pieces[3] ?? {}, { _flushed: true });
	add(4);
	expect([partial.bytes, discarded]).toEqual([300, [1]]);
	add(5);
	expect([partial.bytes, discarded]).toEqual([300, [1, 2]]);
});
