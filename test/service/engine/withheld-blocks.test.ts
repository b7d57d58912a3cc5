import { expect, test } from 'vitest';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { torrentFromInfo } from '../../../source/metainfo/torrent-file.ts';
import { bencode } from '../../metainfo/bencoded.ts';
import { ForeignPeer, framed } from './foreign-peer.ts';
import { folder, type Lab, lab } from './lab.ts';

const MEBIBYTE = 1024 * 1024;
const [COUNT, PIECE, BLOCK] = [112, 4 * MEBIBYTE, 16_384];
/** Maximum number of pieces of which one peer may owe blocks. */
const OWED = (64 * MEBIBYTE) / PIECE;

/** Starts an engine that downloads a torrent whose pieces never become complete. */
async function downloading(): Promise<{ target: Lab; infohash: string; underWay: () => number }> {
	const info = bencode({
		length: COUNT * PIECE,
		name: 'withheld',
		'piece length': PIECE,
		pieces: Buffer.alloc(20 * COUNT),
	});
	const torrent = torrentFromInfo(info, []);
	const { infohash } = parseTorrent(torrent);
	const target = await lab();
	await target.engine.add({
		infohash,
		source: { torrent },
		destination: folder(),
		selected: null,
		mode: 'run',
		maxDownloadSpeed: 0,
		maxUploadSpeed: 0,
		route: [],
	});
	await target.untilPhase(infohash, 'downloading');
	const underWay = () => COUNT * PIECE - (target.status(infohash)?.remaining ?? 0);
	return { target, infohash, underWay };
}

/** Starts a peer that has the pieces from `first` to before `end` and never sends the last block of a piece. */
async function withholding(target: Lab, infohash: string, first: number, end: number) {
	const peer = await ForeignPeer.connect(target, infohash);
	const bytes = Buffer.alloc(BLOCK);
	/** Numbers of blocks sent and withheld, by piece. */
	const sentBlocks = new Map<number, number>();
	let withheld = 0;
	peer.onMessage = (message) => {
		if (message[0] !== 6) return;
		const index = message.readUInt32BE(1);
		sentBlocks.set(index, (sentBlocks.get(index) ?? 0) + 1);
		if (message.readUInt32BE(5) === PIECE - BLOCK) withheld++;
		else peer.send(framed(7, message.subarray(1, 9), bytes));
	};
	const bitfield = Buffer.alloc(COUNT / 8);
	for (let index = first; index < end; index++)
		bitfield[index >> 3] = (bitfield[index >> 3] ?? 0) | (128 >> (index & 7));
	peer.send(framed(5, bitfield), framed(1));
	const until = (pieces: number) =>
		peer.until('the requests', () => {
			const all = [...sentBlocks.values()].reduce((sum, each) => sum + each, 0);
			return withheld === pieces && all === (pieces * PIECE) / BLOCK;
		});
	return { peer, sentBlocks, until };
}

test('a peer that withholds one block of each piece is asked for at most 64 MiB of pieces', async () => {
	const { target, infohash } = await downloading();
	const { until, sentBlocks } = await withholding(target, infohash, 0, COUNT);
	// It has sent all requested blocks but the withheld ones.
	await until(OWED);
	// The engine had time to request more.
	await target.until('the next figures', () => target.status(infohash)?.speedDown === 0);
	expect(sentBlocks.size).toBe(OWED);
}, 60_000);

test('pieces that peers left incomplete are discarded beyond 256 MiB in memory', async () => {
	const { target, infohash, underWay } = await downloading();
	let next = 0;
	for (; next < 5 * OWED; next += OWED) {
		const { peer, until } = await withholding(target, infohash, next, next + OWED);
		await until(OWED);
		peer.socket.destroy();
	}
	await target.until('the figures', () => underWay() > 300 * MEBIBYTE);
	// Each of these starts another piece, until the first ones are stale.
	for (; next < COUNT && underWay() > 256 * MEBIBYTE; next++) {
		const before = target.status(infohash);
		const { peer, until } = await withholding(target, infohash, next, next + 1);
		await until(1);
		peer.socket.destroy();
		await target.until('the next figures', () => target.status(infohash) !== before);
	}
	expect(underWay()).toBeLessThanOrEqual(256 * MEBIBYTE);
}, 90_000);
