import { pieceCounter } from '../../format/piece-map.ts';

/** Which pieces of the download the service has. */
export interface PiecesSlice {
	/** A bitmap, most significant bit first. */
	readonly bits: Uint8Array;
	/** How many pieces there are; 0 while the metadata is missing. */
	readonly total: number;
	/** How many of them are here. */
	readonly here: number;
	/** When that was said, milliseconds since 1970; undefined before the first answer. */
	readonly at: number | undefined;
	/** As it came, to be recognised when it comes again. */
	readonly encoded: string;
}

export const noPieces: PiecesSlice = {
	bits: new Uint8Array(0),
	total: 0,
	here: 0,
	at: undefined,
	encoded: '',
};

/** Takes a bitmap as base64, for `total` pieces; bits beyond those are not looked at. */
export function takePieces(slice: PiecesSlice, encoded: string, total: number, at: number): PiecesSlice {
	if (slice.at !== undefined && slice.encoded === encoded && slice.total === total) return { ...slice, at };
	const bits = Uint8Array.from(Buffer.from(encoded, 'base64'));
	return { bits, total, here: countBits(bits, total), at, encoded };
}

function countBits(bits: Uint8Array, total: number): number {
	return pieceCounter({ bits, total })(total);
}
