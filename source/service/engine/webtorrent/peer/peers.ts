import type Wire from 'bittorrent-protocol';
import { countPieces } from '../../../../metainfo/layout.ts';
import { decodeText } from '../../../../metainfo/names.ts';
import type { EnginePeer } from '../../port.ts';

/** A peer that owes us data and has sent none for this long is snubbing us. */
const SNUBBED_AFTER_MS = 60_000;

/** What is remembered of one connection beyond what the library holds. */
export interface Connection {
	readonly wire: Wire;
	/** How we came to know the peer: 'tracker', 'dht', 'ut_pex', 'lsd'; undefined when it came to us. */
	readonly source: string | undefined;
	/** When it last sent a block, or when it connected; milliseconds as Date.now gives them. */
	lastBlockAt: number;
}

/** One connected peer in the words of the port. `pieceCount` is 0 while the metadata is missing. */
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
