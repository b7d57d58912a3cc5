import { trackerHosts } from '../../columns/tracker-hosts.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { downloadKind } from '../downloads.ts';
import { queryOf } from '../list/filter.ts';
import type { Counted } from '../list/query/complete.ts';
import { matcherOfQuery } from '../list/query/query.ts';
import type { State } from '../state.ts';
import { statusCounts } from './completions.ts';

/** How many downloads the filters of the dialog find, as they were counted last. */
export interface FoundFilters {
	readonly all: number;
	/** As filters write them, the most frequent first. */
	readonly statuses: readonly Counted[];
	/** Hosts of trackers, the most frequent first; undefined until they are counted. */
	readonly trackers: readonly Counted[] | undefined;
	/** Of saved filters, by their texts. What is missing is not counted yet. */
	readonly counts: ReadonlyMap<string, number>;
}

/** What is known without looking at each download. */
export function foundAtOnce({ downloads }: Pick<State, 'downloads'>): FoundFilters {
	return {
		all: downloads.list.length,
		statuses: statusCounts(downloads.totals.statuses),
		trackers: undefined,
		counts: new Map(),
	};
}

/** Downloads that are looked at between two places where counting can rest: a fraction of a millisecond. */
const portion = 200;
/** Trackers that are offered: more nobody looks through. */
const mostTrackers = 200;

/**
 * Counts what the saved filters and the trackers find: ten thousand downloads and fifty filters take a while, so it can
 * rest at each `yield`. What it gives there is what is known by then; what is not counted yet is as it was `before`.
 */
export function* countFilters(
	state: Pick<State, 'downloads' | 'view' | 'now'>,
	before: FoundFilters | undefined,
): Generator<FoundFilters, FoundFilters> {
	const { list } = state.downloads;
	let found: FoundFilters = {
		...foundAtOnce(state),
		trackers: before?.trackers,
		counts: before?.counts ?? new Map(),
	};
	const hosts = new Map<string, number>();
	for (const [at, { trackers }] of list.entries()) {
		if (at % portion === 0) yield found;
		for (const host of trackerHosts(trackers.map(({ url }) => url))) {
			hosts.set(host, (hosts.get(host) ?? 0) + 1);
		}
	}
	found = { ...found, trackers: mostFrequent(hosts) };
	for (const filter of new Set(state.view.filters.map((saved) => saved.filter))) {
		const matches = matcherOfQuery(queryOf(downloadKind, filter, state.now));
		let count = matches ? 0 : list.length;
		for (let from = 0; matches && from < list.length; from += portion) {
			yield found;
			count += countOf(list, from, matches);
		}
		found = { ...found, counts: new Map(found.counts).set(filter, count) };
	}
	return found;
}

function countOf(list: readonly Download[], from: number, matches: (download: Download) => boolean): number {
	let count = 0;
	for (const download of list.slice(from, from + portion)) if (matches(download)) count++;
	return count;
}

function mostFrequent(hosts: ReadonlyMap<string, number>): readonly Counted[] {
	return (
		[...hosts]
			.map(([value, count]): Counted => ({ value, count }))
			// What no filter could be written of is left out.
			.filter(({ value }) => !value.includes('"'))
			.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
			.slice(0, mostTrackers)
	);
}
