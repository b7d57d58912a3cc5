import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bitfieldOf, setPiece } from '../../../source/metainfo/layout.ts';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { foreignIndices, moveText } from '../../../source/service/downloads/moves.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { makeTorrent } from '../../programs/torrents.ts';

test('a move during which the first check ends is refused, and leaves no file behind', async () => {
	const folder = await makeFolder();
	const metainfo = parseTorrent(
		(await makeTorrent(folder, 'whole', { 'a.bin': 40_000, 'b.bin': 30_000 })).bytes,
	);
	const record = { ownFiles: new Uint8Array(), bitfield: bitfieldOf(0) };
	const examined = foreignIndices(record, metainfo, folder);
	record.bitfield = bitfieldOf(metainfo.pieceCount);
	for (let index = 0; index < metainfo.pieceCount; index++) setPiece(record.bitfield, index, true);
	await expect(examined).rejects.toThrow(moveText.unchecked(join(folder, 'whole/a.bin')));
	expect(await foreignIndices(record, metainfo, folder)).toEqual([]);
});
