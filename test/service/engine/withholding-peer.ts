import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { torrentFromInfo } from '../../../source/metainfo/torrent-file.ts';
import { bencode } from '../../metainfo/bencoded.ts';
import { ForeignPeer, framed } from './foreign-peer.ts';
import { folder, type Lab, lab } from './lab.ts';

export const MEBIBYTE = 1024 * 1024;
/** Number of pieces of the torrent. */
export const COUNT = 112;
const [PIECE, BLOCK] = [4 * MEBIBYTE, 16_384];
/** Maximum number of pieces of which one peer may owe blocks. */
export const OWED = (64 * MEBIBYTE) / PIECE;

/** Starts an engine that downloads a torrent whose pieces never become complete. */
export async function downloading(): Promise<{ target: Lab; infohash: string; underWay: () => number }> {
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
export async function withholding(target: Lab, infohash: string, first: number, end: number) {
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
