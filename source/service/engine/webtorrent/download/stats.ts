import type { EnginePhase, EngineStatus, EngineTracker } from '../../port.ts';
import type { Peers } from '../peer/peers.ts';
import type { Pieces } from '../pieces/pieces.ts';
import type { Sources } from '../sources/sources.ts';

/** Parts of a download that its status describes. */
interface StatsInput {
	readonly infohash: string;
	readonly pieces: Pieces;
	readonly peers: Peers;
	readonly sources: Sources;
}

const transferring: ReadonlySet<EnginePhase> = new Set(['metadata', 'downloading', 'seeding']);

/**
 * Live values of a download. Each status is determined every second and few differ from the last one, so a new object
 * is created only for those.
 */
export class Stats {
	readonly #input: StatsInput;
	#last: EngineStatus | null = null;

	constructor(input: StatsInput) {
		this.#input = input;
	}

	/**
	 * Returns the same object while nothing changes. `checked` is the share done of the hash check or of the creation of
	 * files, 0 to 1.
	 */
	status(ownPhase: EnginePhase, checked: number): EngineStatus {
		const { infohash, pieces, peers, sources } = this.#input;
		const last = this.#last;
		const { counts, discovery } = peers;
		const uploaded = peers.swarm?.uploaded ?? 0;
		const { active, speed } = sources.transfers;
		const { seeds, leechers } = sources.reportedCounts;
		const { downloaded, list: trackers } = sources;
		const missing = pieces.selection?.missing ?? 0;
		const remaining = Math.max(0, missing - (pieces.requests?.bytesInProgress() ?? 0));
		const total = pieces.selection?.total ?? 0;
		const progress = progressOf({ phase: ownPhase, checked, total, remaining });
		const phase = peers.isRouteDown && transferring.has(ownPhase) ? 'circuits' : ownPhase;
		const speedDown = Math.round(counts.speedDown + speed);
		const speedUp = Math.round(counts.speedUp);
		const connectedSeeds = counts.seeds + active;
		const connectedPeers = counts.others;
		const availability = distributedCopies(pieces, peers, active);
		const isSame =
			last !== null &&
			last.phase === phase &&
			last.progress === progress &&
			last.speedDown === speedDown &&
			last.speedUp === speedUp &&
			last.downloaded === downloaded &&
			last.uploaded === uploaded &&
			last.remaining === remaining &&
			last.connectedSeeds === connectedSeeds &&
			last.connectedPeers === connectedPeers &&
			last.seeds === seeds &&
			last.peers === leechers &&
			last.availability === availability &&
			last.discovery === discovery &&
			sameTrackers(last.trackers, trackers);
		if (isSame) return last;
		this.#last = {
			infohash,
			phase,
			progress,
			speedDown,
			speedUp,
			downloaded,
			uploaded,
			remaining,
			connectedSeeds,
			connectedPeers,
			seeds,
			peers: leechers,
			availability,
			trackers,
			discovery,
		};
		return this.#last;
	}
}

/** Compares by identity: a tracker's entry is replaced on every change. */
function sameTrackers(a: readonly EngineTracker[], b: readonly EngineTracker[]): boolean {
	if (a.length !== b.length) return false;
	for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
	return true;
}

/** Amounts in bytes of the selected files. */
interface ProgressInput {
	readonly phase: EnginePhase;
	readonly checked: number;
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
