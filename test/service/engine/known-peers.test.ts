import { expect, onTestFinished, test } from 'vitest';
import type { Torrent } from 'webtorrent';
import { hiddenClient } from '../../../source/service/engine/webtorrent/client.ts';
import { connectPeers, direct } from '../../../source/service/engine/webtorrent/connect-peers.ts';
import { ForeignPeer, framed, word } from './foreign-peer.ts';
import { closedPort, lab, sample } from './lab.ts';

/** A torrent of the library whose connections go by a way that is noted in `opened`. */
async function torrentWith(opened: string[], way: { standing: boolean }): Promise<Torrent> {
	const client = await hiddenClient();
	onTestFinished(() => new Promise<void>((resolve) => client.destroy(() => resolve())));
	const magnet = { infoHash: 'a'.repeat(40), announce: [], urlList: [], private: true };
	const torrent = client.add(magnet, { deselect: true });
	torrent._startDiscovery = () => {};
	const noting = {
		get standing() {
			return way.standing;
		},
		open: (destination: { host: string; port: number }) => {
			opened.push(`${destination.host}:${destination.port}`);
			return direct.open(destination);
		},
	};
	connectPeers(torrent, noting, () => true);
	await new Promise((resolve) => torrent.once('infoHash', resolve));
	return torrent;
}

test('however many peers are named, a bounded number is remembered', async () => {
	const torrent = await torrentWith([], { standing: false });
	for (let at = 0; at < 5_000; at++) torrent.addPeer(`10.0.${at >> 8}.${at & 255}:6881`, 'ut_pex');
	expect(torrent._queue?.length).toBe(2_000);
	expect(torrent._peers?.size).toBe(2_000);
});

test('a peer that was dropped while it waited is not connected to', async () => {
	const opened: string[] = [];
	const way = { standing: false };
	const torrent = await torrentWith(opened, way);
	const [dropped, kept] = [`127.0.0.1:${await closedPort()}`, `127.0.0.1:${await closedPort()}`];
	torrent.addPeer(dropped, 'ut_pex');
	torrent.addPeer(kept, 'ut_pex');
	torrent.removePeer(dropped);
	way.standing = true;
	torrent._drain();
	expect(opened).toEqual([kept]);
});

test('a peer that says it has what does not exist is left', async () => {
	const torrent = await sample({ a: 1_000_000 });
	const { infohash } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder));
	await target.untilPhase(infohash, 'seeding');
	const honest = await ForeignPeer.greet(target, infohash);
	honest.say(framed(5, Buffer.of(0xff, 0x00)), framed(4, word(15)));
	for (const claim of [framed(4, word(16)), framed(4, word(-1)), framed(5, Buffer.alloc(3)), framed(5)]) {
		const liar = await ForeignPeer.greet(target, infohash);
		liar.say(claim);
		await liar.until('the end', () => liar.socket.destroyed);
	}
	expect(honest.socket.destroyed).toBe(false);
	expect(target.of('failed', infohash)).toEqual([]);
});
