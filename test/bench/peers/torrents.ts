import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PIECE_BYTES = 16_384;

/** Some clients refuse a .torrent without a tracker. This address has no listener, and no torrent is started. */
const announce = 'http://127.0.0.1:9/announce';

/** Writes `count` valid .torrent files of one piece each and returns their paths. */
export function writeTorrents(folder: string, count: number): string[] {
	mkdirSync(folder, { recursive: true });
	const digits = String(count - 1).length;
	return Array.from({ length: count }, (_, n) => {
		const name = `Some.Distribution.${String(n).padStart(digits, '0')}-amd64-DVD-with-a-long-name.iso`;
		const path = join(folder, `${n}.torrent`);
		writeFileSync(path, torrent(name));
		return path;
	});
}

function torrent(name: string): Buffer {
	const pieces = createHash('sha1').update(name).digest();
	const head = `d8:announce${announce.length}:${announce}4:infod6:lengthi${PIECE_BYTES}e`;
	const info = `4:name${name.length}:${name}12:piece lengthi${PIECE_BYTES}e6:pieces20:`;
	return Buffer.concat([Buffer.from(head + info), pieces, Buffer.from('7:privatei1eee')]);
}
