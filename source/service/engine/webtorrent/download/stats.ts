import type { EngineDiscovery, EnginePhase, EngineStatus, EngineTracker } from '../../port.ts';
import type { Peers } from '../peer/peers.ts';
import type { Pieces } from '../pieces/pieces.ts';
import type { Sources } from '../sources/sources.ts';

/** Inputs of a download's status. */
export interface StatsInput {
	readonly infohash: string;
	readonly phase: EnginePhase;
	/** Share done of the hash check or of the creation of files, 0 to 1. */
	readonly checked: number;
	readonly pieces: Pieces;
	readonly peers: Peers;
	readonly sources: Sources;
}

export function engineStatus({ infohash, phase, checked, pieces, peers, sources }: StatsInput): EngineStatus {
	const { counts } = peers;
	const { active, speed } = sources.transfers;
	const { seeds, leechers } = sources.reportedCounts;
	const missing = pieces.selection?.missing ?? 0;
	const remaining = Math.max(0, missing - (pieces.requests?.bytesInProgress() ?? 0));
	return {
		infohash,
		phase: peers.isRouteDown && transferring.has(phase) ? 'circuits' : phase,
		progress: progressOf({ phase, checked, total: pieces.selection?.total ?? 0, remaining }),
		speedDown: Math.round(counts.speedDown + speed),
		speedUp: Math.round(counts.speedUp),
		downloaded: sources.downloaded,
		uploaded: peers.uploaded,
		remaining,
		connectedSeeds: counts.seeds + active,
		connectedPeers: counts.others,
		seeds,
		peers: leechers,
		availability: distributedCopies(pieces, peers, active),
		trackers: sources.list,
		discovery: peers.discovery,
	};
}

const transferring: ReadonlySet<EnginePhase> = new Set(['metadata', 'downloading', 'seeding']);

/** Whether two statuses are equal. */
export function sameStatus(a: EngineStatus, b: EngineStatus): boolean {
	return (
		a.phase === b.phase &&
		a.progress === b.progress &&
		a.speedDown === b.speedDown &&
		a.speedUp === b.speedUp &&
		a.downloaded === b.downloaded &&
		a.uploaded === b.uploaded &&
		a.remaining === b.remaining &&
		a.connectedSeeds === b.connectedSeeds &&
		a.connectedPeers === b.connectedPeers &&
		a.seeds === b.seeds &&
		a.peers === b.peers &&
		a.availability === b.availability &&
		sameTrackers(a.trackers, b.trackers) &&
		sameDiscovery(a.discovery, b.discovery)
	);
}

/** Compares by identity: a tracker's entry is replaced on every change. */
function sameTrackers(a: readonly EngineTracker[], b: readonly EngineTracker[]): boolean {
	return a.length === b.length && a.every((tracker, at) => tracker === b[at]);
}

function sameDiscovery(a: EngineDiscovery, b: EngineDiscovery): boolean {
	return a.dht === b.dht && a.peerExchange === b.peerExchange && a.local === b.local;
}

/** Amounts in bytes of the selected files. */
interface ProgressInput extends Pick<StatsInput, 'phase' | 'checked'> {
	readonly total: number;
	readonly remaining: number;
}

function progressOf({ phase, checked, total, remaining }: ProgressInput): number {
	if (phase === 'checking' || phase === 'allocating') return checked;
	if (phase === 'seeding') return 1;
	if (phase !== 'downloading' || total === 0) return 0;
	return (total - remaining) / total;
}

function distributedCopies(pieces: Pieces, peers: Peers, activeWebSeeds: number): number {
	if (!pieces.metainfo) return 0;
	const complete = pieces.missingBytes === 0;
	const seeds = complete ? activeWebSeeds + 1 : activeWebSeeds;
	return peers.distributedCopies(pieces.count, seeds, complete ? null : pieces.bitfield);
}
