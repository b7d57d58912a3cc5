import { hasPiece } from '../../../source/metainfo/layout.ts';
import { type Lab, lab, type Sample, sample, seeder, tracker } from './lab.ts';

export const PIECE_BYTES = 16_384;

/** Pieces in the order in which they arrived, several at a time. */
function arrivals({ of }: Pick<Lab, 'of'>, { metainfo }: Sample): number[][] {
	const seen = new Set<number>();
	return of('bitfield', metainfo.infohash).map(({ bitfield }) => {
		const more: number[] = [];
		for (let index = 0; index < metainfo.pieceCount; index++) {
			if (!hasPiece(bitfield, index) || seen.has(index)) continue;
			seen.add(index);
			more.push(index);
		}
		return more;
	});
}

/** Downloads files from a seed. Returns the pieces in the order in which they arrived, several at a time. */
export async function downloaded(
	files: Record<string, number>,
	start: (target: Lab, torrent: Sample) => Promise<void>,
): Promise<number[][]> {
	const torrent = await sample(files, { trackers: [await tracker()], pieceLength: PIECE_BYTES });
	const [, target] = await Promise.all([seeder(torrent), lab()]);
	await start(target, torrent);
	await target.until('finished', () => target.of('finished', torrent.metainfo.infohash)[0]);
	return arrivals({ of: (type, infohash) => target.of(type, infohash) }, torrent);
}
