import { truncate } from '../../format/cells.ts';
import { sanitize } from '../../format/sanitize.ts';
import type { State } from '../../state/core/state.ts';
import { type Segment, widthOf } from '../components/compose-line.ts';
import { memoize } from '../components/memoize.ts';
import { downloadTable } from '../panes/downloads/table.ts';

/** Statuses by importance, each with a short form: errors, activity, idle. */
const shortForms: ReadonlyMap<string, string> = new Map([
	['STOPPED_ON_ERROR', 'ERROR'],
	['DOWNLOADING', 'DOWN'],
	['METADATA', 'META'],
	['CIRCUITS', 'CIRC'],
	['HASHCHECKING', 'CHECK'],
	['WAITING4HASHCHECK', 'WAIT'],
	['ALLOCATING_DISKSPACE', 'ALLOC'],
	['SEEDING', 'SEED'],
	['STOPPED', 'STOP'],
]);
const importance = [...shortForms.keys()];

/** Minimum useful width of a filter, cells. */
const MIN_FILTER_CELLS = 12;

/** The level of detail. */
interface Form {
	readonly tabs: 'long' | 'short' | 'shown';
	/** Number of named statuses; the others are counted. */
	readonly named: number;
	readonly words: 'long' | 'short';
	readonly sort: boolean;
	readonly row: boolean;
	readonly selected: boolean;
	readonly count: boolean;
}

/** Values that the line shows. */
export interface Counts {
	/** Whether the list has arrived. */
	readonly isListed: boolean;
	/** Number of downloads in each status. */
	readonly statuses: ReadonlyMap<string, number>;
	/** As typed; empty for none. */
	readonly filter: string;
	readonly selected: number;
	/** A range is extended until its key ends it. */
	readonly isDrawing: boolean;
	/** Number of all downloads, and of those that match the filter. */
	readonly listed: number;
	readonly found: number;
	/** The row of the details, from 1, where no list shows it. */
	readonly row: number | undefined;
}

/** Returns the values of the line for a state. */
export function countsOf(state: State): Counts {
	const { filter, selected, isSelecting, total, groups, rows, cursor } = downloadTable(state);
	return {
		isListed: state.downloads.at !== undefined,
		statuses: groups,
		filter,
		selected: selected,
		isDrawing: isSelecting,
		listed: total,
		found: rows.length,
		row: state.details.shown === 'full' && cursor >= 0 ? cursor + 1 : undefined,
	};
}

/** The two sides of a line. */
export interface Sides {
	readonly left: readonly Segment[];
	readonly right: readonly Segment[];
}

/** Segments beside the counts. */
export interface SideSegments {
	/** At the left of the line, its short form for small screens, and the form with nothing but the visible pane. */
	readonly long: readonly Segment[];
	readonly short: readonly Segment[];
	readonly shown: readonly Segment[];
	/** The sort order, where it must be shown. */
	readonly sort: readonly Segment[];
}

/**
 * Fits the line of status counts, the row of the details, and the filter. On small screens the least important statuses
 * are dropped first, and '+2' shows how many. The filter is dropped last.
 */
export function fitCounts(counts: Counts, columns: number, beside: SideSegments): Sides {
	if (!counts.isListed) return { left: beside.long, right: [] };
	const statuses = importantOf({ statuses: counts.statuses });
	const filter: Segment | undefined =
		counts.filter === '' ? undefined : { text: `/${sanitize(counts.filter, 40)}  `, token: 'match' };
	for (const form of formsOf(statuses.first)) {
		const left = beside[form.tabs];
		const before = [
			...statusSegments(statuses, form),
			...(form.sort ? beside.sort : []),
			...(form.selected ? selectionSegments(counts) : []),
		];
		const behind = form.count ? [rowSegment(counts, form)] : [];
		const room = columns - widthOf([...left, ...before, ...behind]);
		if (room < 0) continue;
		if (!filter) return { left, right: [...before, ...behind] };
		const mayBeCut = form.named === 0 && form.tabs !== 'long' && !form.row;
		if (room >= widthOf([filter])) return { left, right: [...before, filter, ...behind] };
		if (mayBeCut && room >= MIN_FILTER_CELLS) {
			const cut = { ...filter, text: `${truncate(filter.text.trimEnd(), room - 2)}  ` };
			return { left, right: [...before, cut, ...behind] };
		}
	}
	return { left: beside.shown, right: filter ? [filter] : [] };
}

/** The most important statuses, and the number of all. */
interface Statuses {
	readonly first: readonly (readonly [string, number])[];
	readonly all: number;
}

/** Limit of named statuses, because a service may invent as many as it has downloads. */
const MAX_NAMED = importance.length + 3;

const importantOf = memoize(
	({ statuses }: Pick<Counts, 'statuses'>): Statuses => ({
		first: inOrder(statuses).slice(0, MAX_NAMED),
		all: statuses.size,
	}),
);

function inOrder(counts: ReadonlyMap<string, number>): (readonly [string, number])[] {
	return [...counts].sort(([one], [other]) => {
		const [a, b] = [rankOf(one), rankOf(other)];
		return a === b ? (one < other ? -1 : 1) : a - b;
	});
}

/** Returns every form, the longest first. */
function formsOf(statuses: readonly (readonly [string, number])[]): readonly Form[] {
	const named = statuses.length;
	const errors = statuses[0]?.[0] === importance[0] ? 1 : 0;
	const whole: Form = {
		tabs: 'long',
		named,
		words: 'long',
		sort: true,
		row: true,
		selected: true,
		count: true,
	};
	const fewer = Array.from({ length: Math.max(0, named - 1) }, (_, step) => ({ named: named - 1 - step }));
	const steps: readonly Partial<Form>[] = [
		{},
		// Short tabs leave room for more statuses, and for their words.
		{ tabs: 'short' },
		{ words: 'short' },
		...fewer,
		{ sort: false },
		{ named: errors },
		{ row: false },
		{ named: 0 },
		{ tabs: 'shown' },
		{ selected: false },
		{ count: false },
	];
	const forms: Form[] = [];
	for (const step of steps) forms.push({ ...(forms.at(-1) ?? whole), ...step });
	return forms;
}

function rankOf(status: string): number {
	const rank = importance.indexOf(status);
	return rank < 0 ? importance.length : rank;
}

function statusSegments({ first, all }: Statuses, { named, words }: Form): Segment[] {
	if (named === 0) return [];
	const hidden = all - named;
	return [
		...first.slice(0, named).map(([status, count]): Segment => {
			const word = words === 'long' ? sanitize(status, 20) : (shortForms.get(status) ?? sanitize(status, 8));
			return { text: `${count} ${word}  `, token: status === 'STOPPED_ON_ERROR' ? 'bad' : 'faint' };
		}),
		...(hidden > 0 ? [{ text: `+${hidden}  `, token: 'faint' } as const] : []),
	];
}

function selectionSegments({ selected, isDrawing }: Counts): Segment[] {
	return selected === 0
		? []
		: [{ text: `${isDrawing ? 'V: ' : ''}${selected} selected  `, token: 'selection' }];
}

/** Returns 'row 12 of 264 of 3000 downloads': the row of the details where no list shows it, and the totals. */
function rowSegment({ row, filter, found, listed }: Counts, form: Form): Segment {
	const place = form.row && row !== undefined ? `row ${row} of ` : '';
	const some = filter === '' ? '' : `${found} of `;
	const word = place !== '' && form.words === 'short' ? '' : ` download${listed === 1 ? '' : 's'}`;
	return { text: `${place}${some}${listed}${word}` };
}
