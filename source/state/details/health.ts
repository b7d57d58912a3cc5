import type { SwarmHealth } from '../../protocol/resources/metadata.ts';

/** Swarm health of the download. Times are Unix ms. */
export interface HealthSlice {
	/** Time of the pending request; undefined without one. */
	readonly askedAt: number | undefined;
	/** Time since which the service checks and will send the result as an event. */
	readonly checkingSince: number | undefined;
	/** Whether the last check ended without a result in time. */
	readonly isOverdue: boolean;
	/** Results of trackers, from the answer. */
	readonly answer: SwarmHealth | undefined;
	readonly answeredAt: number | undefined;
	/** Health of the whole swarm, from an event. */
	readonly reported: ReportedHealth | undefined;
	/** Whether an event arrived since the request. It may arrive before the answer. */
	readonly isFresh: boolean;
}

interface ReportedHealth {
	/** Undefined if the service does not report it. */
	readonly seeders: number | undefined;
	readonly leechers: number | undefined;
	/** Time of the check, Unix seconds; undefined if unknown. */
	readonly checked: number | undefined;
}

export const noHealth: HealthSlice = {
	askedAt: undefined,
	checkingSince: undefined,
	isOverdue: false,
	answer: undefined,
	answeredAt: undefined,
	reported: undefined,
	isFresh: false,
};

/** Timeout of a check. Some services never report an unknown torrent. */
export const HEALTH_CHECK_TIMEOUT_MS = 60_000;

/** Takes the answer: final results, or the notice that they follow. */
export function takeHealth(slice: HealthSlice, answer: SwarmHealth, at: number): HealthSlice {
	if (answer.checking) {
		return { ...slice, askedAt: undefined, checkingSince: slice.isFresh ? undefined : at };
	}
	return { ...slice, askedAt: undefined, checkingSince: undefined, answer, answeredAt: at };
}
