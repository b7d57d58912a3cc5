import type { EnginePhase, EngineStatus, EngineTracker } from '../port.ts';
import { availability } from './availability.ts';
import type { Swarm } from './swarm.ts';
import type { Trackers } from './trackers.ts';
import type { Wanted } from './wanted.ts';

/** What the figures of a download are computed from. */
export interface FigureSources {
	readonly infohash: string;
	readonly phase: EnginePhase;
	/** The part of the hash check that is done, 0 to 1. */
	readonly checked: number;
	readonly pieceCount: number;
	/** null while nothing is known of the data. */
	readonly bitfield: Uint8Array | null;
	readonly wanted: Wanted | null;
	readonly swarm: Swarm | null;
	readonly trackers: Trackers | null;
}

export function engineStatus(sources: FigureSources): EngineStatus {
	const { infohash, phase, swarm, trackers } = sources;
	const remaining = Math.max(0, (sources.wanted?.missing ?? 0) - (swarm?.bytesUnderWay() ?? 0));
	let speedDown = 0;
	let speedUp = 0;
	let connectedSeeds = 0;
	let connectedPeers = 0;
	for (const wire of swarm?.connections.keys() ?? []) {
		speedDown += wire.downloadSpeed();
		speedUp += wire.uploadSpeed();
		if (wire.isSeeder === true) connectedSeeds++;
		else connectedPeers++;
	}
	return {
		infohash,
		phase,
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
		trackers: trackers?.views ?? [],
	};
}

/** Do two statuses say the same? */
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
		sameTrackers(a.trackers, b.trackers)
	);
}

/** A tracker's view is a new object whenever it changed. */
function sameTrackers(a: readonly EngineTracker[], b: readonly EngineTracker[]): boolean {
	return a.length === b.length && a.every((tracker, at) => tracker === b[at]);
}

function progressOf({ phase, checked, wanted }: FigureSources, remaining: number): number {
	if (phase === 'checking') return checked;
	if (phase === 'seeding') return 1;
	if (phase !== 'downloading' || !wanted || wanted.total === 0) return 0;
	return (wanted.total - remaining) / wanted.total;
}

function distributedCopies({ bitfield, pieceCount, swarm, wanted }: FigureSources): number {
	if (!bitfield) return 0;
	if (swarm?.copies !== undefined && swarm.copies.validUntil > Date.now()) return swarm.copies.count;
	const partial: Uint8Array[] = [];
	let complete = 0;
	if (wanted?.missingOfAll === 0) complete++;
	else partial.push(bitfield);
	for (const wire of swarm?.connections.keys() ?? []) {
		if (wire.isSeeder === true) complete++;
		else partial.push(wire.peerPieces.buffer);
	}
	const began = performance.now();
	const count = availability(pieceCount, complete, partial);
	// Counting costs pieces times peers: it may take no more than a fiftieth of the time.
	const cost = performance.now() - began;
	if (swarm) swarm.copies = { count, validUntil: Date.now() + cost * 50 };
	return count;
}
