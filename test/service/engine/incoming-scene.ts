import { connect } from 'node:net';
import { until } from '../../programs/until.ts';
import { ForeignPeer } from './foreign-peer.ts';
import { lab, sample } from './lab.ts';

/** Opens connections that send nothing. Resolves when all are connected. */
export async function openSilent(
	port: number,
	count: number,
	localAddress = '127.0.0.1',
): Promise<ForeignPeer[]> {
	const peers = Array.from({ length: count }, () => {
		return new ForeignPeer(connect({ port, host: '127.0.0.1', localAddress }));
	});
	await until(() => peers.every(({ socket }) => !socket.connecting), { awaited: `${count} connections` });
	return peers;
}

/** Returns how many of these are open. */
export const openOf = (peers: readonly ForeignPeer[]): number =>
	peers.filter(({ socket }) => !socket.destroyed).length;

/** Starts an engine that seeds 100,000 bytes. */
export async function seedingLab() {
	const torrent = await sample({ a: 100_000 });
	const { infohash } = torrent.metainfo;
	const target = await lab();
	await target.engine.add(torrent.download(torrent.seedFolder));
	await target.untilPhase(infohash, 'seeding');
	return { target, infohash };
}
