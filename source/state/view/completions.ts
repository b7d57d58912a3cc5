import { trackerHosts } from '../../columns/tracker-hosts.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { conditions } from '../download-conditions.ts';
import { downloadFields } from '../download-fields.ts';
import { downloadKind } from '../downloads.ts';
import { insertText, type LineEdit, lineText } from '../line-edit.ts';
import { queryOf } from '../list/filter.ts';
import { type Completions, type Counted, completionsAt } from '../list/query/complete.ts';
import { besides } from '../list/query/narrow.ts';
import { matcherOfQuery } from '../list/query/query.ts';
import type { State } from '../state.ts';

const none: Completions = { from: 0, to: 0, offers: [] };

/** What was found for a dialog of a filter, and from what. */
interface Found {
	readonly list: readonly Download[];
	readonly filters: State['view']['filters'];
	readonly completions: Completions;
}

const found = new WeakMap<object, Found>();

/** Ways to go on with the filter that is being typed. It is asked several times for each key, and found once. */
export function completionsOf(state: State): Completions {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'filter') return none;
	const { list } = state.downloads;
	const { filters } = state.view;
	const before = found.get(top);
	if (before?.list === list && before.filters === filters) return before.completions;
	const completions = find(state, top.line);
	found.set(top, { list, filters, completions });
	return completions;
}

function find(state: State, line: LineEdit): Completions {
	const { downloads, view, now } = state;
	const place = line.characters.slice(0, line.cursor).join('').length;
	const rest = besides(lineText(line), place);
	// Behind a condition that is complete its rows are there already: they are kept while the next one is typed.
	if (rest === downloads.filter.trim()) within(state, rest);
	return completionsAt(lineText(line), place, {
		fields: downloadFields,
		valuesOf: (field) => {
			const rows = within(state, rest);
			switch (field) {
				case 'status':
					return statusCounts(statusesAmong(downloads, rows));
				case 'is':
					return conditionCounts(rows);
				case 'tracker':
					return counted(hostCounts, rows, ({ trackers = [] }) =>
						trackerHosts(trackers.map(({ url }) => url)),
					);
				case 'destination':
					return counted(folderCounts, rows, ({ destination }) => [destination]);
				default:
					return [];
			}
		},
		now,
		saved: view.filters,
	});
}

/** The downloads that pass the rest of a filter, as they were found last. */
const passed = new WeakMap<
	readonly Download[],
	{ readonly rest: string; readonly rows: readonly Download[] }
>();

/** What passes the rest of the filter: while a part is being typed it is the same at each key. */
function within({ downloads, now }: State, rest: string): readonly Download[] {
	const { list, view, filter } = downloads;
	if (rest === '') return list;
	const before = passed.get(list);
	if (before?.rest === rest) return before.rows;
	const matches = filter.trim() === rest ? undefined : matcherOfQuery(queryOf(downloadKind, rest, now));
	const rows = filter.trim() === rest ? view : matches ? list.filter(matches) : list;
	passed.set(list, { rest, rows });
	return rows;
}

const statuses = new WeakMap<readonly Download[], ReadonlyMap<string, number>>();

/** How many of some downloads have each status; also those that none of these have. */
function statusesAmong(
	{ list, totals }: State['downloads'],
	rows: readonly Download[],
): ReadonlyMap<string, number> {
	const known = rows === list ? totals.statuses : statuses.get(rows);
	if (known) return known;
	const counts = new Map<string, number>([...totals.statuses.keys()].map((status) => [status, 0]));
	for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
	statuses.set(rows, counts);
	return counts;
}

const conditionsCounted = new WeakMap<readonly Download[], readonly Counted[]>();

/** How many downloads are what `is` can ask for, in the order in which it is offered; each is counted when it is read. */
function conditionCounts(rows: readonly Download[]): readonly Counted[] {
	const known = conditionsCounted.get(rows);
	if (known) return known;
	const counts = Object.entries(conditions).map(([value, { holds }]): Counted => {
		let count: number | undefined;
		return {
			value,
			get count() {
				count ??= rows.reduce((sum, row) => (holds(row) ? sum + 1 : sum), 0);
				return count;
			},
		};
	});
	conditionsCounted.set(rows, counts);
	return counts;
}

/** The statuses that downloads have and how many each, the most frequent first; as filters write them. */
export function statusCounts(statuses: ReadonlyMap<string, number>): readonly Counted[] {
	return [...statuses]
		.map(([status, count]): Counted => ({ value: status.toLowerCase(), count }))
		.filter(({ value }) => /^[a-z\d_]+$/.test(value))
		.sort((one, other) => other.count - one.count);
}

const hostCounts = new WeakMap<readonly Download[], readonly Counted[]>();
const folderCounts = new WeakMap<readonly Download[], readonly Counted[]>();

/** Counts values once for each state of the list: it is asked at every key. */
function counted(
	before: WeakMap<readonly Download[], readonly Counted[]>,
	list: readonly Download[],
	valuesOf: (download: Download) => readonly string[],
): readonly Counted[] {
	const known = before.get(list);
	if (known) return known;
	const counts = new Map<string, number>();
	for (const download of list) {
		for (const value of valuesOf(download)) counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	const all = [...counts].map(([value, count]): Counted => ({ value, count }));
	const sorted = all.sort((one, other) => other.count - one.count);
	before.set(list, sorted);
	return sorted;
}

/** The line with a completion taken, the cursor behind it. */
export function takeCompletion(line: LineEdit, { from, to, offers }: Completions, chosen: number): LineEdit {
	const offer = offers[chosen];
	if (!offer) return line;
	const text = lineText(line);
	const written = insertText({ characters: [], cursor: 0 }, text.slice(0, from) + offer.text);
	const { characters } = insertText(written, text.slice(to));
	return { characters, cursor: written.cursor };
}
