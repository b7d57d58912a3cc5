import { createCipheriv, createHash } from 'node:crypto';

/** A file of a demo torrent: path components below the torrent's root, and length in bytes. */
interface DemoFile {
	readonly path: readonly string[];
	readonly length: number;
}

/** The feature that a demo torrent shows. */
export type DemoKind =
	| 'nested'
	| 'names'
	| 'large'
	| 'slow'
	| 'long'
	| 'trickle'
	| 'partial'
	| 'magnet'
	| 'lonely'
	| 'failing'
	| 'shared'
	| 'feed'
	| 'episode';

/** A demo torrent before its creation. A single file without path components has the torrent's name. */
export interface DemoContent {
	readonly kind: DemoKind;
	readonly name: string;
	readonly files: readonly DemoFile[];
	/** Bytes. */
	readonly pieceLength: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

export const demoContents: readonly DemoContent[] = [
	{ kind: 'nested', name: 'Field recordings', files: nestedFiles(), pieceLength: 64 * KIB },
	{ kind: 'names', name: '世界の名前 – Names of the wörld 🌍', files: namedFiles(), pieceLength: 32 * KIB },
	{
		kind: 'large',
		name: 'single-image.iso',
		files: [{ path: [], length: 48 * MIB }],
		pieceLength: 256 * KIB,
	},
	single('slow', 'slow-archive.tar', 24),
	single('long', 'night-train-restored.mkv', 80),
	single('trickle', 'old-city-maps.tar', 16),
	single('partial', 'half-of-an-atlas.pdf', 8),
	{ kind: 'magnet', name: 'From a magnet link', files: numberedFiles(6, MIB), pieceLength: 64 * KIB },
	{
		kind: 'lonely',
		name: 'nobody-has-this.bin',
		files: [{ path: [], length: 2 * MIB }],
		pieceLength: 64 * KIB,
	},
	{
		kind: 'failing',
		name: 'blocked-by-a-folder.bin',
		files: [{ path: [], length: MIB }],
		pieceLength: 64 * KIB,
	},
	{ kind: 'shared', name: 'Only in a channel', files: numberedFiles(3, MIB), pieceLength: 64 * KIB },
	{ kind: 'feed', name: 'episode-1.ogg', files: [{ path: [], length: 2 * MIB }], pieceLength: 64 * KIB },
];

/** Returns the content of an item that the feed gets later. */
export function episode(number: number): DemoContent {
	return single('episode', `episode-${number}.ogg`, 24 + 8 * (number % 4));
}

function single(kind: DemoKind, name: string, mebibytes: number): DemoContent {
	return { kind, name, files: [{ path: [], length: mebibytes * MIB }], pieceLength: 64 * KIB };
}

/** Returns twelve folders of ten files, some of them deeper. */
function nestedFiles(): DemoFile[] {
	const places = ['Forest', 'Harbour', 'Market', 'Mountains', 'Night train', 'Old town'];
	return Array.from({ length: 120 }, (_, at) => {
		const place = places[at % places.length] ?? 'Elsewhere';
		const day = `Day ${1 + (Math.floor(at / 20) % 6)}`;
		const number = String(at + 1).padStart(3, '0');
		const path = at % 4 === 0 ? [place, day, 'notes', `${number}.txt`] : [place, day, `${number}.flac`];
		return { path, length: at % 4 === 0 ? 300 + 37 * at : 90_000 + 900 * at };
	});
}

/** Returns names that are difficult for terminals: wide, combining, joined, right-to-left. */
function namedFiles(): DemoFile[] {
	const paths = [
		['日本語', '吾輩は猫である.txt'],
		['日本語', 'カタカナ', 'ﾊﾝｶｸ.txt'],
		['中文', '红楼梦 第一回.txt'],
		['한국어', '안녕하세요.txt'],
		['emoji', '👩‍👩‍👧‍👦 family 👍🏽.bin'],
		['emoji', '🇯🇵🇧🇷 flags ❤️.bin'],
		['combining', 'cafe\u0301 re\u0301sume\u0301.txt'],
		['combining', 'Z\u0351\u036b\u0343a\u0363l\u0348\u035ag\u0323\u033ao.txt'],
		['עברית', 'שלום עולם.txt'],
		['العربية', 'مرحبا بالعالم (1).txt'],
		['ไทย', 'สวัสดีชาวโลก.txt'],
		['हिन्दी', 'नमस्ते दुनिया.txt'],
		[`${'a very long name '.repeat(12)}.txt`],
	];
	return paths.map((path, at) => ({ path, length: 120_000 + 11_111 * at }));
}

function numberedFiles(count: number, length: number): DemoFile[] {
	return Array.from({ length: count }, (_, at) => ({ path: [`part-${at + 1}.bin`], length }));
}

const CIPHER_BLOCK = 16;
/** Input of the cipher for blocks, so that each needs one buffer less. */
const ZEROS = Buffer.alloc(64 * KIB);

/** Returns pseudo-random bytes that depend only on the text and the offset, at more than 1 GiB/s. */
export function contentBytes(text: string, length: number, offset = 0): Buffer {
	const key = createHash('sha256').update(text).digest();
	const before = offset % CIPHER_BLOCK;
	const counter = BigInt(`0x${key.toString('hex', 16, 32)}`) + BigInt((offset - before) / CIPHER_BLOCK);
	const vector = BigInt.asUintN(128, counter).toString(16).padStart(32, '0');
	const cipher = createCipheriv('aes-128-ctr', key.subarray(0, 16), Buffer.from(vector, 'hex'));
	const count = before + length;
	return cipher
		.update(count <= ZEROS.length ? ZEROS.subarray(0, count) : Buffer.alloc(count))
		.subarray(before);
}
