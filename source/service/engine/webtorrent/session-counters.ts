import type { EngineStatus, EngineValues } from '../port.ts';
import type { EngineContext } from './engine-context.ts';
import { arrivingPieces } from './pieces/arriving-pieces.ts';

/** Values of the downloads with a number of hops. Names are those of libtorrent where the meaning is the same. */
export function downloadCounters(statuses: readonly EngineStatus[]): EngineValues {
	const sum = (of: (status: EngineStatus) => number) => statuses.reduce((total, each) => total + of(each), 0);
	const phases = (...phases: EngineStatus['phase'][]) =>
		statuses.filter(({ phase }) => phases.includes(phase)).length;
	return {
		'ses.num_torrents': statuses.length,
		'ses.num_queued_check_torrents': phases('waiting'),
		'ses.num_checking_torrents': phases('checking'),
		'ses.num_allocating_torrents': phases('allocating'),
		'ses.num_metadata_torrents': phases('metadata'),
		'ses.num_downloading_torrents': phases('downloading'),
		'ses.num_seeding_torrents': phases('seeding'),
		'ses.num_circuits_torrents': phases('circuits'),
		'net.recv_payload_bytes': sum(({ downloaded }) => downloaded),
		'net.sent_payload_bytes': sum(({ uploaded }) => uploaded),
		'net.recv_payload_rate': sum(({ speedDown }) => speedDown),
		'net.sent_payload_rate': sum(({ speedUp }) => speedUp),
		'net.remaining_bytes': sum(({ remaining }) => remaining),
		'peer.num_peers_connected': sum((each) => each.connectedPeers + each.connectedSeeds),
		'peer.num_seeds_connected': sum(({ connectedSeeds }) => connectedSeeds),
	};
}

/** Values of the whole process: downloads of all hops share it. */
export function processCounters(
	{ disk: { pool }, network: { client, dialer } }: EngineContext,
	connections: number,
): EngineValues {
	const { heapUsed, heapTotal, external, arrayBuffers, rss } = process.memoryUsage();
	const { utilization, active } = performance.eventLoopUtilization();
	return {
		'net.listen_port': client.torrentPort,
		'peer.num_connections': connections,
		'peer.num_half_open': dialer.halfOpen,
		'peer.num_known': dialer.known,
		'dht.dht_nodes': client.dht ? client.dht.toJSON().nodes.length : 0,
		'disk.num_open_files': pool.size,
		'disk.arriving_piece_bytes': arrivingPieces.bytes,
		'process.uptime_s': Math.round(process.uptime()),
		'process.resident_bytes': rss,
		'process.heap_used_bytes': heapUsed,
		'process.heap_total_bytes': heapTotal,
		'process.external_bytes': external,
		'process.array_buffer_bytes': arrayBuffers,
		'process.event_loop_active_ms': Math.round(active),
		'process.event_loop_utilization': Math.round(utilization * 10_000) / 10_000,
	};
}
