import { BoundedMap } from '../../basics/bounded-map.ts';
import type { KnownHealth } from '../channels/channel-registry.ts';
import { type CheckedTrackers, isUsable, type TrackerReport } from './health-check.ts';
import { healthLimits } from './limits.ts';

interface Result {
	readonly reports: ReadonlyMap<string, TrackerReport>;
	/** End of the check, `performance.now()`. */
	readonly at: number;
	/** Size of the swarm by the last check that a tracker answered. */
	readonly known: ReturnType<KnownHealth>;
}

/** Results of the last checks. The oldest are forgotten beyond a limit. */
export class ResultCache {
	/** By infohash. */
	readonly #results = new BoundedMap<Result>(healthLimits.results);

	add(infohash: string, reports: ReadonlyMap<string, TrackerReport>): void {
		const size = sizeOf(reports);
		const known = size ? { ...size, checked: Math.floor(Date.now() / 1000) } : this.known(infohash);
		this.#results.set(infohash, { reports, at: performance.now(), known });
	}

	known(infohash: string): ReturnType<KnownHealth> {
		return this.#results.peek(infohash)?.known;
	}

	/** Returns a recent result with all these trackers. */
	recent(
		infohash: string,
		{ trackers, publicOnly }: CheckedTrackers,
	): ReadonlyMap<string, TrackerReport> | undefined {
		const result = this.#results.peek(infohash);
		if (!result || performance.now() - result.at > healthLimits.maxAgeMs) return undefined;
		const { reports } = result;
		return trackers.every((url) => isUsable(reports.get(url), publicOnly.has(url))) ? reports : undefined;
	}
}

/** Returns the largest reported size. Reports count the same peers, so they are not added up. */
function sizeOf(
	reports: ReadonlyMap<string, TrackerReport>,
): { readonly seeders: number; readonly leechers: number } | undefined {
	let largest: { readonly seeders: number; readonly leechers: number } | undefined;
	for (const report of reports.values()) {
		if ('error' in report) continue;
		const size = { seeders: report.seeders ?? 0, leechers: report.leechers };
		if (
			!largest ||
			size.seeders > largest.seeders ||
			(size.seeders === largest.seeders && size.leechers > largest.leechers)
		)
			largest = size;
	}
	return largest;
}
