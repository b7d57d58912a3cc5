import { expect, onTestFinished, test, vi } from 'vitest';
import {
	IncomingPeers,
	MAX_INCOMING,
	MAX_INCOMING_OF_NETWORK,
} from '../../../source/service/engine/webtorrent/peer/incoming-peers.ts';
import { hookConnections } from '../../../source/service/engine/webtorrent/peer/peer-hooks.ts';
import { libraryClient } from '../../programs/local-dht.ts';
import { until } from '../../programs/until.ts';
import { ForeignPeer, framed, handshakeOf, portOf, requestOf } from './foreign-peer.ts';
import { openOf, openSilent, seedingLab } from './incoming-scene.ts';

hookConnections(() => {});

const INTERESTED = framed(2);

/** Starts a client in this process that takes incoming peers for an infohash. Each /24 of loopback has a share. */
async function clientWithShares(infohash: string) {
	const client = libraryClient();
	await new Promise<void>((resolve) => client.once('listening', () => resolve()));
	const pool = client._connPool;
	if (!pool) throw new Error('the client does not listen');
	new IncomingPeers((host) => host?.replace(/\.\d+$/, '')).attach(pool);
	const torrent = client.add({ infoHash: infohash, announce: [], urlList: [], private: true });
	await until(() => torrent.infoHash);
	return { port: client.torrentPort, torrent };
}

test('silent connections that take every slot do not keep a peer out', async () => {
	const { target, infohash } = await seedingLab();
	const silent = await openSilent(portOf(target), MAX_INCOMING);
	expect(openOf(silent)).toBe(MAX_INCOMING);
	const peer = await ForeignPeer.connect(target, infohash);
	peer.send(INTERESTED);
	await peer.until('an unchoke', () => peer.of(1).length > 0);
	await until(() => openOf(silent) === MAX_INCOMING - 1);
	// However many follow, the peer stays.
	const more = await openSilent(portOf(target), 400);
	await until(() => openOf(silent) + openOf(more) === MAX_INCOMING - 1);
	peer.send(requestOf(0, 0, 16_384));
	await peer.until('a block', () => peer.of(7).length > 0);
});

test('a network takes its share of the slots, in which its least useful connection ends', async () => {
	const infohash = 'ab'.repeat(20);
	const { port, torrent } = await clientWithShares(infohash);
	const attackers = await openSilent(port, 2 * MAX_INCOMING_OF_NETWORK, '127.0.1.1');
	await until(() => openOf(attackers) === MAX_INCOMING_OF_NETWORK);
	// The oldest ones ended.
	expect(openOf(attackers.slice(MAX_INCOMING_OF_NETWORK))).toBe(MAX_INCOMING_OF_NETWORK);
	const [other] = await openSilent(port, 1, '127.0.2.1');
	other?.send(handshakeOf(infohash));
	await until(() => torrent.wires.length === 1);
	expect(openOf(attackers)).toBe(MAX_INCOMING_OF_NETWORK);
});

test('an idle peer ends after 10 s for a new one, an interested one after 60 s', async () => {
	const infohash = 'cd'.repeat(20);
	const { port, torrent } = await clientWithShares(infohash);
	const peers = await openSilent(port, MAX_INCOMING_OF_NETWORK);
	vi.useFakeTimers({ toFake: ['performance'] });
	onTestFinished(() => void vi.useRealTimers());
	for (const { socket } of peers) socket.write(handshakeOf(infohash));
	const [idle, ...interested] = peers;
	for (const peer of interested) peer.send(INTERESTED);
	await until(() => torrent.wires.filter((wire) => wire.peerInterested).length === interested.length);
	const refused = await openSilent(port, 3);
	await until(() => openOf(refused) === 0);
	expect(openOf(peers)).toBe(peers.length);
	vi.advanceTimersByTime(11_000);
	const [first, second] = await openSilent(port, 2);
	for (const peer of [first, second]) peer?.send(handshakeOf(infohash), INTERESTED);
	await until(() => idle?.socket.destroyed);
	expect(openOf(interested)).toBe(interested.length);
	vi.advanceTimersByTime(50_000);
	// The interested one without a block for the longest time ends.
	const [third] = await openSilent(port, 1);
	third?.send(handshakeOf(infohash));
	await until(() => openOf(interested) < interested.length);
});
