import type { EngineDiscovery, EnginePhase, EngineStatus, EngineTracker } from '../../port.ts';
import { availability } from '../pieces/availability.ts';
import type { SelectionProgress } from '../pieces/selection.ts';
import { nowhere, type SwarmSession } from '../sources/sources.ts';

/** Inputs of a download's status. */
export interface StatsSources {
	readonly infohash: string;
	readonly phase: EnginePhase;
	/** Share done of the hash check or of the creation of files, 0 to 1. */
	readonly checked: number;
	readonly pieceCount: number;
	/** null until the disk is checked. */
	readonly bitfield: Uint8Array | null;
	readonly wanted: SelectionProgress | null;
	readonly session: SwarmSession | null;
	/** Whether it has hops and its last proxy is unreachable. */
	readonly cutOff: boolean;
}

export function engineStatus(sources: StatsSources): EngineStatus {
	const { infohash, phase, session } = sources;
	const swarm = session?.swarm;
	const trackers = session?.trackers;
	const remaining = Math.max(0, (sources.wanted?.missing ?? 0) - (swarm?.bytesUnderWay() ?? 0));
	const webSeeds = session?.webSeeds;
	let speedDown = webSeeds?.speed ?? 0;
	let speedUp = 0;
	let connectedSeeds = webSeeds?.active ?? 0;
	let connectedPeers = 0;
	for (const wire of swarm?.connections.keys() ?? []) {
		speedDown += wire.downloadSpeed();
		speedUp += wire.uploadSpeed();
		if (wire.isSeeder === true) connectedSeeds++;
		else connectedPeers++;
	}
	return {
		infohash,
		phase: sources.cutOff && transferring.has(phase) ? 'circuits' : phase,
		progress: progressOf(sources, remaining),
		speedDown: Math.round(speedDown),
		speedUp: Math.round(speedUp),
		downloaded: swarm?.downloaded ?? 0,
		uploaded: swarm?.uploaded ?? 0,
		remaining,
		connectedSeeds,
		connectedPeers,
		seeds: trackers?.seeds ?? 0,
		peers: trackers?.leechers ?? 0,
		availability: distributedCopies(sources),
		trackers: [...(trackers?.views ?? []), ...(webSeeds?.views ?? [])],
		discovery: session?.discovery ?? nowhere,
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

function progressOf({ phase, checked, wanted }: StatsSources, remaining: number): number {
	if (phase === 'checking' || phase === 'allocating') return checked;
	if (phase === 'seeding') return 1;
	if (phase !== 'downloading' || !wanted || wanted.total === 0) return 0;
	return (wanted.total - remaining) / wanted.total;
}

function distributedCopies({ bitfield, pieceCount, session, wanted }: StatsSources): number {
	if (!bitfield) return 0;
	const swarm = session?.swarm;
	if (swarm?.copies !== undefined && swarm.copies.validUntil > Date.now()) return swarm.copies.count;
	const partial: Uint8Array[] = [];
	let complete = session?.webSeeds.active ?? 0;
	if (wanted?.missingOfAll === 0) complete++;
	else partial.push(bitfield);
	for (const wire of swarm?.connections.keys() ?? []) {
		if (wire.isSeeder === true) complete++;
		else partial.push(wire.peerPieces.buffer);
	}
	const began = performance.now();
	const count = availability(pieceCount, complete, partial);
	// Counting costs pieces times peers. Limits it to a fiftieth of the time.
	const cost = performance.now() - began;
	if (swarm) swarm.copies = { count, validUntil: Date.now() + cost * 50 };
	return count;
}
