import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MAX_TORRENT_BYTES } from '../../source/metainfo/metainfo.ts';
import { writeSparseTorrent } from '../bench/scale/torrents.ts';
import { runService } from '../fixtures/service.ts';

const PIECE_BYTES = 16_384;
const HASH_BYTES = 20;
/** The rest of a torrent is smaller than this. */
const OTHER_BYTES = 1_024;

test('service imports a .torrent of the maximum size', async () => {
	const service = await runService();
	const pieces = Math.floor((MAX_TORRENT_BYTES - OTHER_BYTES) / HASH_BYTES);
	const torrent = writeSparseTorrent(service.folder, 'large.bin', {
		length: pieces * PIECE_BYTES,
		pieceLength: PIECE_BYTES,
	});
	const bytes = await readFile(torrent.path);
	expect(bytes.length).toBeGreaterThan(MAX_TORRENT_BYTES - 2 * OTHER_BYTES);
	const answer = await service.client().importDownload({
		body: {
			torrent: bytes.toString('base64'),
			pieces: Buffer.alloc(Math.ceil(pieces / 8), 0xff).toString('base64'),
			destination: torrent.folder,
			state: 'stopped',
		},
	});
	expect(answer).toEqual({ imported: true, infohash: torrent.infohash });
});
