import { expect, test } from 'vitest';
import { bitfieldOf, countPieces, hasPiece } from '../../../source/metainfo/layout.ts';
import { NOT_RUNNING } from '../../../source/service/engine/webtorrent/engine.ts';
import { folder, lab, sample, seeder, tracker } from './lab.ts';

const PIECE_BYTES = 65_536;

/** Starts an engine with a download of a file of 64 pieces, none of them selected. */
async function unwanted() {
	const torrent = await sample(
		{ 'a.bin': 64 * PIECE_BYTES },
		{ trackers: [await tracker()], pieceLength: PIECE_BYTES },
	);
	const { infohash } = torrent.metainfo;
	const [, target] = await Promise.all([seeder(torrent), lab()]);
	await target.engine.add(torrent.download(folder(), { selected: [] }));
	const had = () => target.bitfield(infohash) ?? bitfieldOf(64);
	return { target, infohash, had };
}

test('pieces for readers arrive without a selection, and few others do', async () => {
	const { target, infohash, had } = await unwanted();
	await Promise.all([
		target.engine.prepare(infohash, 'one', 10 * PIECE_BYTES, 12 * PIECE_BYTES),
		target.engine.prepare(infohash, 'two', 40 * PIECE_BYTES + 5, 40 * PIECE_BYTES + 6),
	]);
	await target.until('the bitfield', () => [10, 11, 40].every((index) => hasPiece(had(), index)));
	expect(countPieces(had())).toBe(3);
	// Pieces on the disk are available at once.
	await target.engine.prepare(infohash, 'three', 10 * PIECE_BYTES, 12 * PIECE_BYTES);
});

test('a released reader waits for no piece, and no more pieces arrive for it', async () => {
	const { target, infohash, had } = await unwanted();
	await target.engine.prepare(infohash, 'one', 0, PIECE_BYTES);
	await target.engine.stop(infohash);
	await expect(target.engine.prepare(infohash, 'one', PIECE_BYTES, 2 * PIECE_BYTES)).rejects.toThrow(
		NOT_RUNNING,
	);

	const alone = await sample({ 'b.bin': 4 * PIECE_BYTES }, { pieceLength: PIECE_BYTES, seed: 2 });
	const hash = alone.metainfo.infohash;
	await target.engine.add(alone.download(folder(), { selected: [] }));
	const waiting = expect(target.engine.prepare(hash, 'one', 0, PIECE_BYTES)).rejects.toThrow('has gone');
	const other = expect(target.engine.prepare(hash, 'two', 0, PIECE_BYTES)).rejects.toThrow('was stopped');
	await target.engine.release(hash, 'one');
	await waiting;
	await expect(target.engine.prepare(hash, 'three', 3 * PIECE_BYTES, 5 * PIECE_BYTES)).rejects.toThrow(
		'no bytes',
	);
	await target.engine.stop(hash);
	await other;
	expect(countPieces(had())).toBeLessThan(64);
});

test('a piece that a reader awaits before the check of the disk ends is found by the check', async () => {
	const torrent = await sample({ 'a.bin': 8 * PIECE_BYTES }, { pieceLength: PIECE_BYTES });
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder));
	await target.engine.prepare(torrent.metainfo.infohash, 'one', 0, 8 * PIECE_BYTES);
});
