/** A part of something, in bytes: from `from` to before `to`. */
export interface ByteRange {
	readonly from: number;
	readonly to: number;
}

/**
 * What a Range header (RFC 9110, part 14) asks for of `size` bytes: a range, 'whole' where the header is absent, of
 * another unit or asks for several ranges, which a server may answer with everything, or 'none' where no byte fits it
 * or it cannot be read.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
	const asked = /^\s*bytes\s*=(.*)$/is.exec(header ?? '')?.[1];
	if (asked === undefined || asked.includes(',')) return 'whole';
	const [, first = '', last = ''] = /^\s*(\d*)\s*-\s*(\d*)\s*$/.exec(asked) ?? [];
	if (first === '') {
		// The last so many bytes; also what cannot be read.
		const count = Math.min(Number(last), size);
		return count > 0 ? { from: size - count, to: size } : 'none';
	}
	const from = Number(first);
	const to = last === '' ? size : Math.min(Number(last) + 1, size);
	return from < to ? { from, to } : 'none';
}
