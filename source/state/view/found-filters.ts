import { trackerHosts } from '../../columns/tracker-hosts.ts';
import type { Counted } from '../../filter/complete.ts';
import { commonFilters } from '../../filter/download-conditions.ts';
import { narrowFilter, withoutField } from '../../filter/narrow.ts';
import { matcherOfQuery } from '../../filter/query.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { type DownloadsSlice, downloadKind } from '../downloads/downloads.ts';
import { queryOf } from '../list/filter.ts';
import { statusCounts } from './completions.ts';
import type { ViewSlice } from './view.ts';

/** A status as filters write it, and the number of its downloads; undefined while it is being counted. */
interface FoundStatus {
	readonly value: string;
	readonly count: number | undefined;
}

/** Last counts of downloads that match each choice of the dialog. */
export interface FoundFilters {
	readonly all: number;
	/** Ordered by frequency among all downloads. Counted among matches of the rest of the filter. */
	readonly statuses: readonly FoundStatus[];
	/** Hosts of trackers, the most frequent first, counted likewise; undefined before the first count. */
	readonly trackers: readonly Counted[] | undefined;
	/** Labels, the most frequent first, counted likewise; undefined before the first count. */
	readonly labels: readonly Counted[] | undefined;
	/** Counts by resulting filter. Missing ones are not counted yet. */
	readonly counts: ReadonlyMap<string, number>;
}

/** Maximum offered statuses. The interface has a dozen, but the service is untrusted. */
const MAX_STATUSES = 100;

/** Returns the choices that are known without a scan of all downloads. */
export function initialCounts({ downloads }: { readonly downloads: DownloadsSlice }): FoundFilters {
	const statuses = statusCounts(downloads.totals.statuses).slice(0, MAX_STATUSES);
	return {
		all: downloads.list.length,
		statuses:
			withoutField(downloads.filter, 'status') === ''
				? statuses
				: statuses.map(({ value }) => ({ value, count: undefined })),
		trackers: undefined,
		labels: undefined,
		counts: new Map(),
	};
}

/** Rows between two yields, which take a fraction of a millisecond. */
const ROWS_PER_STEP = 200;
/** Maximum number of offered trackers, and of labels. */
const MAX_OFFERED = 200;

/**
 * Counts the result of each choice. Yields intermediate results, because ten thousand downloads and fifty filters
 * take a while; uncounted choices keep their value of `before`.
 */
export function* countFilters(
	data: { readonly downloads: DownloadsSlice; readonly view: ViewSlice; readonly now: number },
	before: FoundFilters | undefined,
): Generator<FoundFilters, FoundFilters> {
	const { list, filter: base } = data.downloads;
	const atOnce = initialCounts(data);
	let found: FoundFilters = {
		...atOnce,
		statuses: atOnce.statuses.map(({ value, count }) => {
			const known = before?.statuses.find((one) => one.value === value);
			return { value, count: count ?? known?.count };
		}),
		trackers: before?.trackers,
		labels: before?.labels,
		counts: before?.counts ?? new Map(),
	};
	const matcher = (filter: string) => matcherOfQuery(queryOf(downloadKind, filter, data.now));
	const passesAll = matcher(base);
	const passesForStatus = matcher(withoutField(base, 'status'));
	const passesForTracker = matcher(withoutField(base, 'tracker'));
	const passesForLabel = matcher(withoutField(base, 'label'));
	const hosts = new Map<string, number>();
	const labels = new Map<string, number>();
	const statuses = new Map<string, number>();
	const sought = commonFilters.map(({ filter }) => ({
		filter: narrowFilter(base, filter),
		holds: matcher(filter),
		count: 0,
	}));
	for (const [at, download] of list.entries()) {
		if (at % ROWS_PER_STEP === 0) yield found;
		if (!passesForStatus || passesForStatus(download)) count(statuses, download.status.toLowerCase());
		if (!passesForTracker || passesForTracker(download)) {
			for (const host of trackerHosts((download.trackers ?? []).map(({ url }) => url))) count(hosts, host);
		}
		const { label = '' } = download;
		if (label !== '' && (!passesForLabel || passesForLabel(download))) count(labels, label);
		if (passesAll && !passesAll(download)) continue;
		for (const one of sought) if (!one.holds || one.holds(download)) one.count++;
	}
	found = {
		...found,
		statuses: found.statuses.map(({ value }) => ({ value, count: statuses.get(value) ?? 0 })),
		trackers: mostFrequent(hosts),
		labels: mostFrequent(labels),
		counts: new Map([...found.counts, ...sought.map((one) => [one.filter, one.count] as const)]),
	};
	for (const filter of new Set(data.view.filters.map((saved) => saved.filter))) {
		const matches = matcher(filter);
		let all = matches ? 0 : list.length;
		for (let from = 0; matches && from < list.length; from += ROWS_PER_STEP) {
			yield found;
			all += countOf(list, from, matches);
		}
		found = { ...found, counts: new Map(found.counts).set(filter, all) };
	}
	return found;
}

function count(counts: Map<string, number>, value: string): void {
	counts.set(value, (counts.get(value) ?? 0) + 1);
}

function countOf(list: readonly Download[], from: number, matches: (download: Download) => boolean): number {
	let count = 0;
	for (const download of list.slice(from, from + ROWS_PER_STEP)) if (matches(download)) count++;
	return count;
}

function mostFrequent(hosts: ReadonlyMap<string, number>): readonly Counted[] {
	return (
		[...hosts]
			.map(([value, count]): Counted => ({ value, count }))
			// Omit values that no filter can express.
			.filter(({ value }) => !value.includes('"'))
			.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
			.slice(0, MAX_OFFERED)
	);
}
