import { expect, test } from 'vitest';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { torrentFromInfo } from '../../../source/metainfo/torrent-file.ts';
import { bencode } from '../../metainfo/bencoded.ts';
import { ForeignPeer, framed } from './foreign-peer.ts';
import { folder, lab } from './lab.ts';

test('a peer that withholds one block of each piece is asked for no more than 64 MiB of pieces', async () => {
	const [count, pieceLength, block] = [64, 4 * 1024 * 1024, 16_384];
	const info = bencode({
		length: count * pieceLength,
		name: 'withheld',
		'piece length': pieceLength,
		pieces: Buffer.alloc(20 * count),
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
	const peer = await ForeignPeer.greet(target, infohash);
	const bytes = Buffer.alloc(block);
	const requests = new Map<number, number>();
	let open = 0;
	peer.onMessage = (message) => {
		if (message[0] !== 6) return;
		const index = message.readUInt32BE(1);
		requests.set(index, (requests.get(index) ?? 0) + 1);
		if (message.readUInt32BE(5) === pieceLength - block) open++;
		else peer.say(framed(7, message.subarray(1, 9), bytes));
	};
	peer.say(framed(14), framed(1));
	const pieces = (64 * 1024 * 1024) / pieceLength;
	// It has sent all that it was asked for but the withheld blocks.
	await peer.until('the pieces', () => open === pieces && sum(requests) === (pieces * pieceLength) / block);
	// Another message of the engine's, after it had time to ask for more.
	await target.until('the next figures', () => target.status(infohash)?.speedDown === 0);
	expect(requests.size).toBe(pieces);
}, 60_000);

function sum(counts: ReadonlyMap<number, number>): number {
	return [...counts.values()].reduce((all, each) => all + each, 0);
}
