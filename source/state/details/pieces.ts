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
	let count = 0;
	const last = total >> 3;
	for (let place = 0; place <= last; place++) {
		let byte = bits[place] ?? 0;
		if (place === last) byte &= 0xff00 >> (total & 7);
		for (byte &= 0xff; byte > 0; byte &= byte - 1) count++;
	}
	return count;
}
