/** Bytes from `from` up to, excluding, `to`. */
export interface ByteRange {
	readonly from: number;
	readonly to: number;
}

/**
 * Parses a Range header (RFC 9110, part 14) for content of `size` bytes. Returns 'whole' if the header is absent,
 * has another unit or several ranges. A server may answer those with the whole content. Returns 'none' if no byte
 * matches or the range is malformed.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
	const ranges = /^\s*bytes\s*=(.*)$/is.exec(header ?? '')?.[1];
	if (ranges === undefined || ranges.includes(',')) return 'whole';
	const ends = ranges.split('-').map((end) => end.trim());
	const isRange = ends.length === 2 && ends.every((end) => /^\d*$/.test(end));
	const [first = '', last = ''] = isRange ? ends : [];
	if (first === '') {
		// Suffix range, or malformed.
		const count = Math.min(Number(last), size);
		return count > 0 ? { from: size - count, to: size } : 'none';
	}
	const from = Number(first);
	const to = last === '' ? size : Math.min(Number(last) + 1, size);
	return from < to ? { from, to } : 'none';
}
