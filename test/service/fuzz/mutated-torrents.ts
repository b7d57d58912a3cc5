import { bencode, type Value } from '../../metainfo/bencoded.ts';
import { type Random, seeded } from '../../screens/random.ts';

/**
 * Names that lead elsewhere, break file systems, or deceive readers. The last ones are links in the download folder.
 */
const names: readonly [Value, ...Value[]] = [
	'..',
	'.',
	'',
	'/',
	'/etc/passwd',
	'../outside/new',
	'../../outside/new',
	'a/../../outside/new',
	'..\\outside',
	'C:\\x',
	'a\0b',
	'\0',
	'-rf',
	'~',
	'\u202Egpj.exe',
	'\ud83d\ude00'.repeat(80),
	'n'.repeat(255),
	'n'.repeat(256),
	'n'.repeat(5_000),
	`${'n'.repeat(300)}.bin`,
	Buffer.from([0xff, 0xfe, 0x2e, 0x2e]),
	Buffer.from([0xc0, 0xae, 0xc0, 0xae, 0xc0, 0xaf]),
	'aux',
	'plain',
	'link',
	'dangling',
	'file-link',
	'nest',
];

const numbers: readonly [Value, ...Value[]] = [
	0,
	-1,
	1,
	1.5,
	Number.NaN,
	1023,
	1024,
	16384,
	2 ** 31,
	2 ** 53,
	1e21,
	-(2 ** 63),
	'text',
	[],
	{},
];

const texts: readonly [Value, ...Value[]] = [
	'',
	'x',
	0,
	[],
	{},
	[[[]]],
	Buffer.alloc(19),
	Buffer.alloc(20),
	Buffer.alloc(2_000_000, 1),
	'utf-16',
	'http://127.0.0.1:9/announce',
	['http://127.0.0.1:9/a', ['udp://127.0.0.1:9', 5], 7],
	[['127.0.0.1', 9], ['127.0.0.1', -1], 'x'],
];

type Tree = { [key: string]: Value };

/** Returns a file of a torrent with one odd property. */
function oddFile(random: Random): Value {
	const path: Value = random.pick<Value>([
		[random.pick(names)],
		['sub', random.pick(names)],
		[random.pick(names), 'x'],
		Array.from({ length: random.between(0, 90) }, () => 'deep'),
		random.pick(names),
		7,
	]);
	return random.pick<Value>([
		{ length: random.between(0, 40_000), path },
		{ length: random.pick(numbers), path: ['plain', `f${random.between(0, 1_000_000)}`] },
		{ length: 0, path, 'path.utf-8': [random.pick(names), random.pick(names)] },
		{
			length: 0,
			path: ['x'],
			attr: random.pick<Value>(['p', 'l', 'xh', 3]),
			'symlink path': ['..', 'outside'],
		},
		{ path },
		'no dictionary',
	]);
}

function oddInfo(random: Random, number: number): Tree {
	const pieceLength = 16_384;
	const count = random.between(1, 6);
	const files = Array.from({ length: count }, (_, at): Value => {
		if (random.between(0, 5) > 0)
			return { length: random.between(0, 30_000), path: ['ok', `${number}-${at}`] };
		return oddFile(random);
	});
	const length = files.reduce<number>((sum, file) => sum + lengthOf(file), 0);
	const info: Tree = {
		files,
		name: random.between(0, 2) === 0 ? random.pick(names) : `root-${number}`,
		'piece length': pieceLength,
		pieces: Buffer.alloc(20 * Math.min(1_000, Math.ceil(length / pieceLength)), number),
	};
	if (random.between(0, 4) === 0) {
		const single = random.between(0, 50_000);
		delete info.files;
		info.length = single;
		info.pieces = Buffer.alloc(20 * Math.ceil(single / pieceLength), number);
	}
	const many = Array.from({ length: 200 }, (_, at) => ({ length: 0, path: [`${number}`, `${at}`] }));
	const odd = random.pick<Tree>([
		{},
		{},
		{},
		{ 'name.utf-8': random.pick(names) },
		{ 'piece length': random.pick(numbers) },
		{ length: random.pick(numbers) },
		{ pieces: random.pick(texts) },
		{ files: random.pick(texts) },
		{ 'meta version': 2 },
		{ private: random.pick(numbers) },
		{ files: [...files, ...many] },
	]);
	const missingKey =
		random.between(0, 9) === 0 ? random.pick(['name', 'pieces', 'piece length', 'files']) : '';
	return Object.fromEntries(Object.entries({ ...info, ...odd }).filter(([name]) => name !== missingKey));
}

function lengthOf(file: Value): number {
	const length = typeof file === 'object' && 'length' in file ? file.length : 0;
	return typeof length === 'number' && Number.isSafeInteger(length) && length > 0 ? length : 0;
}

/**
 * Damages the bytes, as no encoder would. Trackers and the like are left out, because no packet may leave the
 * machine.
 */
function damaged(bytes: Buffer, random: Random): Buffer {
	const at = random.between(0, bytes.length - 1);
	const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
	return random.pick<() => Buffer>([
		() => Buffer.from(head),
		() => Buffer.concat([head, Buffer.from([random.between(0, 255)]), tail.subarray(1)]),
		() => Buffer.concat([head, Buffer.from('d1:a'), tail]),
		() => Buffer.concat([bytes, bytes]),
		() => Buffer.concat([Buffer.from('l'.repeat(random.between(1, 100_000))), bytes]),
		() => Buffer.from(bytes.toString('latin1').replace(/\d+:/, '99999999999:'), 'latin1'),
		() => Buffer.from(bytes.toString('latin1').replace(/i(\d+)e/, 'i00$1e'), 'latin1'),
		() => Buffer.from(bytes.toString('latin1').replace('4:info', '4:info0:4:info'), 'latin1'),
	])();
}

/** Returns .torrent files, each with another oddity; the same for the same seed. Some are still usable. */
export function mutatedTorrents(count: number, seed: number): Buffer[] {
	const random = seeded(seed);
	return Array.from({ length: count }, (_, number) => {
		const info = oddInfo(random, number);
		if (random.between(0, 4) === 0) return damaged(bencode({ info }), random);
		const root: Tree = { info };
		if (random.between(0, 2) === 0) {
			const key = random.pick(['announce', 'announce-list', 'nodes', 'encoding', 'comment', 'creation date']);
			root[key] = random.pick(texts);
		}
		return bencode(root);
	});
}
