import type { SwarmHealth, TrackerHealth } from '../../protocol/resources/metadata.ts';
import type { Failure } from '../connection/connection.ts';
import { changeDialogs, type OpenDialogs } from './open-dialogs.ts';

/** A torrent whose swarm is checked. Its texts are untrusted. */
interface HealthSubject {
	readonly infohash: string;
	/** '' if it is unknown. */
	readonly name: string;
	/** Trackers that the service may not know. */
	readonly trackers: readonly string[];
}

/** Shows the health of a swarm. Times are Unix ms. */
export interface HealthDialog extends HealthSubject {
	readonly kind: 'swarm-health';
	/** Time of the request; a new one repeats the check. */
	readonly askedAt: number;
	/** Whether recent results are not sufficient. */
	readonly isRefresh: boolean;
	/** 'events': the service sends the results as events, and is asked for that. 'waiting': it confirmed that. */
	readonly phase: 'answer' | 'events' | 'waiting';
	/** Results so far, by tracker, in the order in which they arrived. */
	readonly results: readonly TrackerHealth[];
	/** Number of trackers without a result; undefined if it is unknown. */
	readonly remaining: number | undefined;
	/** Totals of the service; undefined if it reports none. */
	readonly totals: HealthTotals | undefined;
	/** Time of the last complete answer; undefined while it is checked. */
	readonly answeredAt: number | undefined;
	readonly failure: Failure | undefined;
	/** Index of the first visible result. */
	readonly scroll: number;
}

interface HealthTotals {
	readonly seeders: number | undefined;
	readonly leechers: number | undefined;
	/** Time of the check; undefined if it is unknown. */
	readonly checkedAt: number | undefined;
}

/** Maximum trackers of a request. */
const MAX_TRACKERS = 20;
/** Maximum stored results. */
const MAX_RESULTS = 200;

export function healthDialog({ infohash, name, trackers }: HealthSubject, at: number): HealthDialog {
	return {
		kind: 'swarm-health',
		infohash: infohash.toLowerCase(),
		name,
		trackers: trackers.filter((url) => url !== '' && !/\s/.test(url)).slice(0, MAX_TRACKERS),
		askedAt: at,
		isRefresh: false,
		phase: 'answer',
		results: [],
		remaining: undefined,
		totals: undefined,
		answeredAt: undefined,
		failure: undefined,
		scroll: 0,
	};
}

/** Checks the swarm again. The last results stay until others replace them. */
export function checkAgain(dialog: HealthDialog, at: number): HealthDialog {
	return {
		...dialog,
		askedAt: at,
		isRefresh: true,
		phase: 'answer',
		remaining: undefined,
		answeredAt: undefined,
		failure: undefined,
	};
}

/** Whether a check runs. */
export function isChecking({ answeredAt, failure }: HealthDialog): boolean {
	return answeredAt === undefined && failure === undefined;
}

function changed<Data extends OpenDialogs>(
	data: Data,
	infohash: string,
	change: (dialog: HealthDialog) => HealthDialog,
): Data {
	const of = infohash.toLowerCase();
	return changeDialogs(data, 'swarm-health', (dialog) => (dialog.infohash === of ? change(dialog) : dialog));
}

/** Takes the answer of the service. An answer that only announces results leads to another request. */
export function takeHealthAnswer<Data extends OpenDialogs>(
	data: Data,
	infohash: string,
	{ checking, trackers }: SwarmHealth,
	at: number,
): Data {
	return changed(data, infohash, (dialog) => {
		if (checking) return { ...dialog, phase: dialog.phase === 'answer' ? 'events' : 'waiting' };
		return {
			...dialog,
			results: trackers.slice(0, MAX_RESULTS),
			remaining: 0,
			answeredAt: at,
			failure: undefined,
		};
	});
}

export function failHealth<Data extends OpenDialogs>(data: Data, infohash: string, failure: Failure): Data {
	return changed(data, infohash, (dialog) => ({ ...dialog, failure }));
}

/** Takes the result of one tracker, from an event. */
export function takeHealthProgress<Data extends OpenDialogs>(
	data: Data,
	{ infohash, tracker, seeders, leechers, error = '', remaining }: HealthProgress,
): Data {
	const result: TrackerHealth = {
		tracker,
		error,
		...(seeders === undefined ? {} : { seeders }),
		...(leechers === undefined ? {} : { leechers }),
	};
	return changed(data, infohash, (dialog) => {
		const index = dialog.results.findIndex((each) => each.tracker === tracker);
		const results =
			index < 0 ? [...dialog.results.slice(0, MAX_RESULTS - 1), result] : dialog.results.with(index, result);
		return { ...dialog, results, remaining };
	});
}

interface HealthProgress extends Partial<TrackerHealth> {
	readonly infohash: string;
	readonly tracker: string;
	readonly remaining?: number;
}

/** Takes the totals at the end of a check, from an event. `last_tracker_check`: Unix s. */
export function takeHealthTotals<Data extends OpenDialogs>(
	data: Data,
	{ infohash, num_seeders, num_leechers, last_tracker_check }: ReportedTotals,
	at: number,
): Data {
	return changed(data, infohash, (dialog) => ({
		...dialog,
		totals: {
			seeders: num_seeders,
			leechers: num_leechers,
			checkedAt: last_tracker_check ? last_tracker_check * 1_000 : undefined,
		},
		...(dialog.phase === 'answer' ? {} : { answeredAt: at, remaining: 0 }),
	}));
}

interface ReportedTotals {
	readonly infohash: string;
	readonly num_seeders?: number;
	readonly num_leechers?: number;
	readonly last_tracker_check?: number;
}

/** Returns the totals: those of the service, else the largest numbers of a tracker. */
export function totalsOf({ totals, results }: HealthDialog): HealthTotals {
	if (totals) return totals;
	const most = (counts: readonly (number | undefined)[]) => {
		const known = counts.filter((count) => count !== undefined);
		return known.length === 0 ? undefined : Math.max(...known);
	};
	return {
		seeders: most(results.map(({ seeders }) => seeders)),
		leechers: most(results.map(({ leechers }) => leechers)),
		checkedAt: undefined,
	};
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		'swarm-health': HealthDialog;
	}
}
