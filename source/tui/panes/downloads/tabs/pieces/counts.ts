import { bytes } from '../../../../../format/bytes.ts';
import { pieceLength } from '../../../../../format/piece-map.ts';
import { percent } from '../../../../../format/share.ts';
import type { Download } from '../../../../../protocol/resources/download.ts';
import type { PiecesSlice } from '../../../../../state/details/pieces.ts';

/** Returns '312 of 784 pieces here (39.7%), 1.0 MiB each'. */
export function pieceCounts({ completeCount, total }: PiecesSlice, { size }: Download): string {
	const length = pieceLength(size, total);
	const each = length ? `, ${length.exact ? '' : 'about '}${bytes(length.bytes)} each` : '';
	return `${completeCount} of ${total} pieces here (${percent(completeCount / total)})${each}`;
}
