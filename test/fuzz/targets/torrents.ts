import fc from 'fast-check';
import { MetainfoError } from '../../../source/metainfo/error.ts';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { torrentOf } from '../../metainfo/bencoded.ts';
import { bytesOf, mutated, target } from '../target.ts';

const originals = [
	torrentOf({ 'a.txt': 40_000, 'sub/b.txt': 20_000, c: 0 }),
	torrentOf(
		{ 'x/y/z': 1 },
		{ private: 1, 'name.utf-8': 'é' },
		{ 'announce-list': [['udp://a.invalid:1'], ['b']] },
	),
];

/** Bencode: any .torrent is refused, or has right numbers and safe names. */
export const torrents = target({
	name: 'torrents',
	input: fc.oneof({ weight: 9, arbitrary: mutated(originals) }, { weight: 1, arbitrary: bytesOf(400) }),
	check(input) {
		let metainfo: ReturnType<typeof parseTorrent>;
		try {
			metainfo = parseTorrent(Buffer.from(input, 'base64'));
		} catch (error) {
			if (error instanceof MetainfoError) return;
			throw error;
		}
		const { length, pieceLength, pieceCount, files } = metainfo;
		if (Math.ceil(length / pieceLength) !== pieceCount) throw new Error(`${pieceCount} pieces of ${length}`);
		if (files.reduce((sum, file) => sum + file.length, 0) !== length) throw new Error('a wrong length');
		for (const component of files.flatMap((file) => file.diskPath.split('/')))
			if (/^$|^\.\.?$|[/\0]/.test(component)) throw new Error(`the unsafe name ${component}`);
	},
});
