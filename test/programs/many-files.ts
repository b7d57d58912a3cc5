import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ManyFiles {
	readonly path: string;
	readonly infohash: string;
}

/** Size of each file, and of a piece, bytes. */
const fileSize = 16;
const pieceLength = 2 ** 20;

/** Makes a .torrent of very many small files of zeros in folders of a given size, without data. */
export async function describeManyFiles(
	folder: string,
	name: string,
	{ files, perFolder }: { readonly files: number; readonly perFolder: number },
): Promise<ManyFiles> {
	let list = '';
	for (let n = 0; n < files; n++) {
		const path = [`part ${Math.floor(n / perFolder)}`, `file ${n}.bin`];
		list += `d6:lengthi${fileSize}e4:pathl${path.map(bencoded).join('')}ee`;
	}
	const zeros = Buffer.alloc(pieceLength);
	const hashes: Buffer[] = [];
	for (let left = files * fileSize; left > 0; left -= pieceLength) {
		hashes.push(
			createHash('sha1')
				.update(zeros.subarray(0, Math.min(left, pieceLength)))
				.digest(),
		);
	}
	const info = Buffer.concat([
		Buffer.from(`d5:filesl${list}e${bencoded('name')}${bencoded(name)}`),
		Buffer.from(`12:piece lengthi${pieceLength}e6:pieces${hashes.length * 20}:`),
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
