import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
	MAX_INCOMING_OF_NETWORK,
	OverlaySwarm,
} from '../../../source/service/engine/webtorrent/overlay/overlay-swarm.ts';
import { hookConnections } from '../../../source/service/engine/webtorrent/peer/peer-hooks.ts';
import { libraryClient } from '../../programs/local-dht.ts';
import { until } from '../../programs/until.ts';
import { ForeignPeer, handshakeOf } from '../engine/foreign-peer.ts';
import { extensionsOf, infohash, overlayHandshake } from './overlay-peer.ts';

hookConnections(() => {});

test('a network takes its share of the connections, in which its oldest half-open one ends', async () => {
	const client = libraryClient();
	await new Promise<void>((resolve) => client.once('listening', () => resolve()));
	// Each /24 of loopback has a share.
	const shareOf = (host: string | undefined) => host?.replace(/\.\d+$/, '');
	let opened = 0;
	const swarm = new OverlaySwarm(
		{ client, local: null, shareOf, log: () => {} },
		{ discovery: false },
		({ type }) => {
			if (type === 'opened') opened++;
		},
	);
	onTestFinished(() => swarm.close());
	const peerAt = async (localAddress: string): Promise<ForeignPeer> => {
		const peer = new ForeignPeer(connect({ port: client.torrentPort, host: '127.0.0.1', localAddress }));
		peer.send(handshakeOf(infohash));
		await peer.until('an answer', () => peer.socket.destroyed || extensionsOf(peer) !== undefined);
		return peer;
	};
	const peers: ForeignPeer[] = [];
	for (let at = 0; at < MAX_INCOMING_OF_NETWORK; at++) peers.push(await peerAt(`127.0.1.${1 + (at % 2)}`));
	expect(swarm.size).toBe(MAX_INCOMING_OF_NETWORK);
	peers.push(await peerAt('127.0.1.3'));
	await until(() => peers[0]?.socket.destroyed);
	expect(peers.slice(1).filter(({ socket }) => socket.destroyed)).toEqual([]);
	for (const peer of peers.slice(1)) peer.send(overlayHandshake());
	await until(() => opened === MAX_INCOMING_OF_NETWORK);
	const late = await peerAt('127.0.1.4');
	expect(late.socket.destroyed).toBe(true);
	const other = await peerAt('127.0.2.1');
	expect(other.socket.destroyed).toBe(false);
});
