import { expect, test } from 'vitest';
import { ForeignPeer, framed, requestOf, word } from './foreign-peer.ts';
import { lab, sample } from './lab.ts';

const INTERESTED = framed(2);

test('requests for nonexistent blocks get no answer, and end no download', async () => {
	const torrent = await sample({ a: 300_000 });
	const { infohash } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder));
	await target.untilPhase(infohash, 'seeding');
	const peer = await ForeignPeer.connect(target, infohash);
	peer.send(INTERESTED);
	await peer.until('leave to ask', () => peer.of(1).length > 0);
	const odd: readonly (readonly [number, number, number])[] = [
		// Before the data, where uninitialized memory could be.
		[0, -131_072, 131_072],
		[0, -16, 16_384],
		[1, -16_384, 16_384],
		// A negative length.
		[0, 2 ** 30, -(2 ** 30)],
		[0, 65_536, -16_384],
		[-1, 0, 16_384],
		[5, 0, 16_384],
		[2 ** 31, 0, 16_384],
	];
	peer.send(...odd.map((numbers) => requestOf(...numbers)), requestOf(1, 16_384, 16_384));
	await peer.until('the block that exists', () => peer.of(7).length > 0);
	expect(peer.of(7).map((message) => message.length)).toEqual([9 + 16_384]);
	expect(peer.socket.destroyed).toBe(false);
	expect(target.of('failed', infohash)).toEqual([]);
	expect(target.status(infohash)?.phase).toBe('seeding');
});

test('upload queue reads no further for a peer that does not read, and serves it once it reads', async () => {
	const torrent = await sample({ a: 1_000_000 });
	const { infohash } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder));
	await target.untilPhase(infohash, 'seeding');
	const peer = await ForeignPeer.connect(target, infohash);
	peer.send(INTERESTED);
	await peer.until('leave to ask', () => peer.of(1).length > 0);
	peer.socket.pause();
	const requests = Array.from({ length: 6_000 }, (_, at) =>
		requestOf(at % 15, ((at >> 4) % 4) * 16_384, 4_096),
	);
	await new Promise((resolve) => peer.socket.write(Buffer.concat(requests), resolve));
	// Another request is served meanwhile.
	const other = await ForeignPeer.connect(target, infohash);
	other.send(INTERESTED);
	await other.until('leave to ask', () => other.of(1).length > 0);
	other.send(requestOf(3, 0, 16_384));
	await other.until('a block', () => other.of(7).length === 1);
	peer.socket.resume();
	await peer.until('all answers', () => peer.of(7).length + peer.of(16).length === requests.length);
	// Requests beyond 2,048 waiting ones were refused.
	expect(peer.of(7).length).toBeGreaterThanOrEqual(2_048);
	expect(peer.of(16).length).toBeGreaterThan(1_000);
});

test.each([0, 50_000_000])(
	'requests after cancelled ones are answered, with an upload limit of %i B/s',
	async (maxUploadSpeed) => {
		const torrent = await sample({ a: 8_000_000 }, { pieceLength: 65_536 });
		const { infohash } = torrent.metainfo;
		const target = await lab();
		await target.engine.add(torrent.download(torrent.seedFolder, { maxUploadSpeed }));
		await target.untilPhase(infohash, 'seeding');
		const peer = await ForeignPeer.connect(target, infohash);
		peer.send(INTERESTED);
		await peer.until('leave to ask', () => peer.of(1).length > 0);
		const blocks = Array.from({ length: 100 }, (_, at) => [at >> 2, (at & 3) * 16_384, 16_384] as const);
		// More than are read at once are cancelled while they are read.
		const cancels = blocks.slice(0, 70).map((numbers) => framed(8, ...numbers.map(word)));
		peer.send(...blocks.map((numbers) => requestOf(...numbers)), ...cancels);
		const positions = () =>
			peer.of(7).map((message) => `${message.readUInt32BE(1)} ${message.readUInt32BE(5)}`);
		await peer.until('the other blocks', () =>
			blocks.slice(70).every(([index, offset]) => positions().includes(`${index} ${offset}`)),
		);
	},
);

test('a peer that requests answers without reading is disconnected', async () => {
	const torrent = await sample({ a: 1_000_000 });
	const { infohash } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder));
	await target.untilPhase(infohash, 'seeding');
	const peer = await ForeignPeer.connect(target, infohash);
	// It has no piece and must not count as a seed.
	peer.send(framed(15));
	await target.until('the connection', () => target.status(infohash)?.connectedPeers === 1);
	peer.send(framed(20, 0, Buffer.from('d1:md11:ut_metadatai3eee')));
	peer.socket.pause();
	const flood = Buffer.concat(
		Array.from({ length: 60_000 }, () => framed(20, 1, Buffer.from('d8:msg_typei0e5:piecei0ee'))),
	);
	peer.send(flood);
	const left = (): boolean => target.status(infohash)?.connectedPeers === 0;
	await target.until('the end of the connection', left);
	expect(target.of('failed', infohash)).toEqual([]);
});
