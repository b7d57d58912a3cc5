import { trackerHosts } from '../../columns/tracker-hosts.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { downloadFields } from '../download-fields.ts';
import { insertText, type LineEdit, lineText } from '../line-edit.ts';
import { type Completions, type Counted, completionsAt } from '../list/query/complete.ts';
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

function find({ downloads, view, now }: State, line: LineEdit): Completions {
	const place = line.characters.slice(0, line.cursor).join('').length;
	return completionsAt(lineText(line), place, {
		fields: downloadFields,
		valuesOf: (field) => {
			switch (field) {
				case 'status':
					return statusCounts(downloads.totals.statuses);
				case 'tracker':
					return counted(hostCounts, downloads.list, ({ trackers }) =>
						trackerHosts(trackers.map(({ url }) => url)),
					);
				case 'destination':
					return counted(folderCounts, downloads.list, ({ destination }) => [destination]);
				default:
					return [];
			}
		},
		now,
		saved: view.filters,
	});
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
