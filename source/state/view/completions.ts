import { compareKeys } from '../../basics/lists.ts';
import { trackerHosts } from '../../columns/tracker-hosts.ts';
import { type Completions, type Counted, completionsAt } from '../../filter/complete.ts';
import { conditions } from '../../filter/download-conditions.ts';
import { downloadFields } from '../../filter/download-fields.ts';
import { restOfFilter } from '../../filter/narrow.ts';
import { matcherOfQuery } from '../../filter/query.ts';
import type { Download } from '../../protocol/resources/download.ts';
import type { OpenDialogs } from '../dialogs/open-dialogs.ts';
import { type DownloadsSlice, downloadKind } from '../downloads/downloads.ts';
import { queryOf } from '../list/filter.ts';
import { insertText, type LineEdit, lineText } from '../surfaces/line-edit.ts';
import type { ViewSlice } from './view.ts';

const none: Completions = { from: 0, to: 0, offers: [] };

/** The slices that completions read. */
export interface CompletionData extends OpenDialogs {
	readonly downloads: DownloadsSlice;
	readonly view: ViewSlice;
	readonly now: number;
}

/** The completions of a filter dialog, and their inputs other than the dialog. */
interface Found {
	readonly list: readonly Download[];
	readonly filters: ViewSlice['filters'];
	/** Dates and ages depend on it. */
	readonly now: number;
	readonly completions: Completions;
}

/** A memo, because each key reads the completions several times. */
const found = new WeakMap<object, Found>();

/** Returns the completions of the filter that is being typed. */
export function completionsOf(data: CompletionData): Completions {
	const top = data.dialogs.at(-1);
	if (top?.kind !== 'filter') return none;
	const { list } = data.downloads;
	const { filters } = data.view;
	const { now } = data;
	const before = found.get(top);
	if (before?.list === list && before.filters === filters && before.now === now) return before.completions;
	const completions = find(data, top.line);
	found.set(top, { list, filters, now, completions });
	return completions;
}

function find(data: CompletionData, line: LineEdit): Completions {
	const { downloads, view, now } = data;
	const place = line.characters.slice(0, line.cursor).join('').length;
	const rest = restOfFilter(lineText(line), place);
	// Keeps the rows of the complete conditions while the next one is typed.
	if (rest === downloads.filter.trim()) within(data, rest);
	return completionsAt(lineText(line), place, {
		fields: downloadFields,
		valuesOf: (field) => {
			const rows = within(data, rest);
			return field === 'status'
				? statusCounts(statusesAmong(downloads, rows))
				: (countsByField.get(field)?.(rows) ?? []);
		},
		now,
		saved: view.filters,
	});
}

/** Memo of the downloads that match the rest of a filter. `now` is undefined if the filter does not depend on it. */
const passed = new WeakMap<
	readonly Download[],
	{ readonly rest: string; readonly now: number | undefined; readonly rows: readonly Download[] }
>();

/**
 * Returns the downloads that pass the rest of the filter, in any order. The rest is the same while one part is typed.
 */
function within(
	{ downloads, now }: Pick<CompletionData, 'downloads' | 'now'>,
	rest: string,
): readonly Download[] {
	const { list, view, filter } = downloads;
	if (rest === '') return list;
	const before = passed.get(list);
	if (before?.rest === rest && (before.now === undefined || before.now === now)) return before.rows;
	const query = queryOf(downloadKind, rest, now);
	const matches = matcherOfQuery(query);
	// The view may have been filtered at another moment.
	const isFiltered = !query.timed && filter.trim() === rest;
	const rows = isFiltered ? view : matches ? list.filter(matches) : list;
	passed.set(list, { rest, now: query.timed ? now : undefined, rows });
	return rows;
}

/** Counts the statuses of some downloads. Statuses that only other downloads have count 0. */
function statusesAmong(
	{ list, totals: { statuses: all } }: DownloadsSlice,
	rows: readonly Download[],
): ReadonlyMap<string, number> {
	if (rows === list) return all;
	const among = new Map(statusesIn(rows).map(({ value, count }) => [value, count]));
	return new Map([...all.keys()].map((status) => [status, among.get(status) ?? 0]));
}

/** Memoizes a result by rows, because each key needs it. */
function byRows<Result>(
	compute: (rows: readonly Download[]) => Result,
): (rows: readonly Download[]) => Result {
	const memo = new WeakMap<readonly Download[], { readonly result: Result }>();
	return (rows) => {
		const known = memo.get(rows) ?? { result: compute(rows) };
		memo.set(rows, known);
		return known.result;
	};
}

/** Returns the number of downloads for each condition of `is`, in the order of offers. Counts lazily. */
const conditionCounts = byRows((rows): readonly Counted[] =>
	Object.entries(conditions).map(([value, { holds }]) => {
		let count: number | undefined;
		return {
			value,
			get count() {
				count ??= rows.reduce((sum, row) => (holds(row) ? sum + 1 : sum), 0);
				return count;
			},
		};
	}),
);

/** Returns statuses as filters write them, and how many downloads have each; the most frequent first. */
export function statusCounts(statuses: ReadonlyMap<string, number>): readonly Counted[] {
	return [...statuses]
		.map(([status, count]): Counted => ({ value: status.toLowerCase(), count }))
		.filter(({ value }) => /^[a-z\d_]+$/.test(value))
		.sort((one, other) => other.count - one.count);
}

/** Ties go by value. The order of rows must not matter, because all sort orders of a list share memos. */
function mostFrequentFirst(one: Counted, other: Counted): number {
	return other.count - one.count || compareKeys(one.value, other.value);
}

/** Returns a function that counts the values of downloads. */
const counted = (valuesOf: (download: Download) => readonly string[]) =>
	byRows((rows): readonly Counted[] => {
		const counts = new Map<string, number>();
		for (const row of rows) {
			for (const value of valuesOf(row)) counts.set(value, (counts.get(value) ?? 0) + 1);
		}
		return [...counts].map(([value, count]) => ({ value, count })).sort(mostFrequentFirst);
	});

const statusesIn = counted(({ status }) => [status]);
const countsByField: ReadonlyMap<string, (rows: readonly Download[]) => readonly Counted[]> = new Map([
	['is', conditionCounts],
	['tracker', counted(({ trackers = [] }) => trackerHosts(trackers.map(({ url }) => url)))],
	['label', counted(({ label = '' }) => (label === '' ? [] : [label]))],
	['destination', counted(({ destination }) => [destination])],
]);

/** Returns the line with a completion inserted and the cursor after it. */
export function takeCompletion(line: LineEdit, { from, to, offers }: Completions, chosen: number): LineEdit {
	const offer = offers[chosen];
	if (!offer) return line;
	const text = lineText(line);
	const written = insertText({ characters: [], cursor: 0 }, text.slice(0, from) + offer.text);
	const { characters } = insertText(written, text.slice(to));
	return { characters, cursor: written.cursor };
}
