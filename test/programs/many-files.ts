import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ManyFiles {
	readonly path: string;
	readonly infohash: string;
}

/** Size of each file, and of a piece, bytes. */
const FILE_BYTES = 16;
const PIECE_BYTES = 2 ** 20;

/** Makes a .torrent of very many small files of zeros in folders of a given size, without data. */
export async function describeManyFiles(
	folder: string,
	name: string,
	{ files, perFolder }: { readonly files: number; readonly perFolder: number },
): Promise<ManyFiles> {
	let list = '';
	for (let n = 0; n < files; n++) {
		const path = [`part ${Math.floor(n / perFolder)}`, `file ${n}.bin`];
		list += `d6:lengthi${FILE_BYTES}e4:pathl${path.map(bencoded).join('')}ee`;
	}
	const zeros = Buffer.alloc(PIECE_BYTES);
	const hashes: Buffer[] = [];
	for (let left = files * FILE_BYTES; left > 0; left -= PIECE_BYTES) {
		hashes.push(
			createHash('sha1')
				.update(zeros.subarray(0, Math.min(left, PIECE_BYTES)))
				.digest(),
		);
	}
	const info = Buffer.concat([
		Buffer.from(`d5:filesl${list}e${bencoded('name')}${bencoded(name)}`),
		Buffer.from(`12:piece lengthi${PIECE_BYTES}e6:pieces${hashes.length * 20}:`),
		...hashes,
		Buffer.from('e'),
	]);
	const path = join(folder, `${name}.torrent`);
	await writeFile(path, Buffer.concat([Buffer.from('d4:info'), info, Buffer.from('e')]));
	return { path, infohash: createHash('sha1').update(info).digest('hex') };
}

function bencoded(text: string): string {
	return `${Buffer.byteLength(text)}:${text}`;
}
