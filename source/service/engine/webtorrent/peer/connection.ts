import type Wire from 'bittorrent-protocol';
import { countPieces } from '../../../../metainfo/layout.ts';
import { decodeText } from '../../../../metainfo/names.ts';
import type { EnginePeer } from '../../port.ts';

/** Time without data after which a peer with open requests counts as snubbing. */
const SNUBBED_AFTER_MS = 60_000;

/** Attributes of a connection that the library does not keep. */
export interface Connection {
	readonly wire: Wire;
	/** Source of the peer: 'tracker', 'dht', 'ut_pex', 'lsd'; undefined for an incoming one. */
	readonly source: string | undefined;
	/** Time of its last block or of the connection, Unix ms. */
	lastBlockAt: number;
}

/** Returns a connected peer as the port defines it. `pieceCount` is 0 while the metadata is missing. */
export function describePeer(connection: Connection, pieceCount: number, optimistic: boolean): EnginePeer {
	const { wire } = connection;
	const seed = wire.isSeeder === true;
	return {
		id: wire.peerId ?? '',
		extended_version: versionOf(wire),
		ip: wire.remoteAddress ?? '',
		port: wire.remotePort ?? 0,
		direction: wire.type.includes('Incoming') ? 'R' : 'L',
		uprate: Math.round(wire.uploadSpeed()),
		downrate: Math.round(wire.downloadSpeed()),
		utotal: wire.uploaded,
		dtotal: wire.downloaded,
		uinterested: wire.peerInterested,
		uchoked: wire.peerChoking,
		dinterested: wire.amInterested,
		dchoked: wire.amChoking,
		optimistic,
		snubbed: wire.requests.length > 0 && Date.now() - connection.lastBlockAt > SNUBBED_AFTER_MS,
		seed,
		upload_only: seed || wire.peerExtendedHandshake.upload_only === 1,
		completed: seed
			? 1
			: pieceCount === 0
				? 0
				: Math.min(1, countPieces(wire.peerPieces.buffer) / pieceCount),
		connection_type: 0,
	};
}

function versionOf(wire: Wire): string {
	const version = wire.peerExtendedHandshake.v;
	return version instanceof Uint8Array ? decodeText(version).slice(0, 100) : '';
}
