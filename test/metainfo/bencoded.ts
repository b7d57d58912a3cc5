/** Values that `bencode` accepts: numbers, text or bytes, lists, dictionaries. Keys keep their order. */
export type Value = number | string | Uint8Array | readonly Value[] | { readonly [key: string]: Value };

export function bencode(value: Value): Buffer {
	if (typeof value === 'number') return Buffer.from(`i${value}e`);
	if (typeof value === 'string') return bencode(Buffer.from(value));
	if (value instanceof Uint8Array) return Buffer.concat([Buffer.from(`${value.length}:`), value]);
	if (isList(value)) return Buffer.concat([Buffer.from('l'), ...value.map(bencode), Buffer.from('e')]);
	const entries = Object.entries(value).flatMap(([key, entry]) => [
		bencode(Buffer.from(key, 'latin1')),
		bencode(entry),
	]);
	return Buffer.concat([Buffer.from('d'), ...entries, Buffer.from('e')]);
}

function isList(value: Value): value is readonly Value[] {
	return Array.isArray(value);
}

type Info = { readonly [key: string]: Value };

/** Returns a torrent of several files without data. `more` replaces parts of its info dictionary. */
export function torrentOf(files: Record<string, number>, more: Info = {}, root: Info = {}): Buffer {
	const length = Object.values(files).reduce((sum, bytes) => sum + bytes, 0);
	const pieceLength = 16384;
	return bencode({
		announce: 'http://tracker.invalid/announce',
		...root,
		info: {
			files: Object.entries(files).map(([path, bytes]) => ({ length: bytes, path: path.split('/') })),
			name: 'root',
			'piece length': pieceLength,
			pieces: Buffer.alloc(20 * Math.min(Math.ceil(length / pieceLength), 1000), 7),
			...more,
		},
	});
}

/** Returns a torrent of one file of `length` bytes. */
export function singleFile(length: number, more: Info = {}): Buffer {
	return bencode({
		info: {
			length,
			name: 'file.bin',
			'piece length': 16384,
			pieces: Buffer.alloc(20 * Math.ceil(length / 16384), 7),
			...more,
		},
	});
}
