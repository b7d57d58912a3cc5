import { pieceCounter } from '../../format/piece-map.ts';

/** Complete pieces of the download. */
export interface PiecesSlice {
	/** A bitmap, most significant bit first. */
	readonly bits: Uint8Array;
	/** Number of pieces; 0 while the metadata is missing. */
	readonly total: number;
	/** Number of complete pieces. */
	readonly completeCount: number;
	/** Time of the response, Unix ms; undefined before the first one. */
	readonly at: number | undefined;
	/** The response as base64, to detect an unchanged one. */
	readonly encoded: string;
}

export const noPieces: PiecesSlice = {
	bits: new Uint8Array(0),
	total: 0,
	completeCount: 0,
	at: undefined,
	encoded: '',
};

/** Takes a bitmap as base64 for `total` pieces. Bits beyond are ignored. */
export function takePieces(slice: PiecesSlice, encoded: string, total: number, at: number): PiecesSlice {
	if (slice.at !== undefined && slice.encoded === encoded && slice.total === total) return { ...slice, at };
	const bits = Uint8Array.from(Buffer.from(encoded, 'base64'));
	return { bits, total, completeCount: pieceCounter({ bits, total })(total), at, encoded };
}
