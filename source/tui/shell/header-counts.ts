import { truncate } from '../../format/cells.ts';
import { sanitise } from '../../format/sanitise.ts';
import type { State } from '../../state/core/state.ts';
import { type Segment, widthOf } from '../components/compose-line.ts';
import { kept } from '../components/memoize.ts';

/** Statuses in the order in which they matter, each with a short form: what is amiss, what is busy, what rests. */
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

/** Cells of a filter that are worth showing beside other things. */
const MIN_FILTER_CELLS = 12;

/** How much of everything is said. */
interface Form {
	readonly tabs: 'long' | 'short';
	/** How many statuses are named; the others are counted. */
	readonly named: number;
	readonly words: 'long' | 'short';
	readonly sort: boolean;
	readonly row: boolean;
	readonly marks: boolean;
	readonly count: boolean;
}

/** What is counted. */
export interface Counts {
	/** Is there a list already? */
	readonly isListed: boolean;
	/** How many downloads have each status. */
	readonly statuses: ReadonlyMap<string, number>;
	/** As it was typed; empty for none. */
	readonly filter: string;
	readonly marks: number;
	/** A range is drawn on until its key ends it. */
	readonly isDrawing: boolean;
	/** Downloads in all, and those that the filter found. */
	readonly listed: number;
	readonly found: number;
	/** Which of them the details are about, from 1, where no list shows it. */
	readonly row: number | undefined;
}

/** What the line counts, of a state. */
export function countsOf({ downloads, details }: State): Counts {
	const { at, totals, filter, marks, range, list, view, cursorAt } = downloads;
	return {
		isListed: at !== undefined,
		statuses: totals.statuses,
		filter,
		marks: marks.size,
		isDrawing: range?.stays === true,
		listed: list.length,
		found: view.length,
		row: details.shown === 'full' && cursorAt >= 0 ? cursorAt + 1 : undefined,
	};
}

/** The two sides of a line. */
export interface Sides {
	readonly left: readonly Segment[];
	readonly right: readonly Segment[];
}

/** What stands beside the counts. */
export interface Beside {
	/** At the left of the line, and what is left of it in little room. */
	readonly long: readonly Segment[];
	readonly short: readonly Segment[];
	/** What the list is sorted by, where that has to be said. */
	readonly sort: readonly Segment[];
}

/**
 * The line of how many downloads do what, which of them the details are about, and what the list is filtered by. In
 * little room the statuses that matter least leave first, and '+2' says how many did; the filter is the last to go.
 */
export function fitCounts(counts: Counts, columns: number, beside: Beside): Sides {
	if (!counts.isListed) return { left: beside.long, right: [] };
	const statuses = importantOf({ statuses: counts.statuses });
	const filter: Segment | undefined =
		counts.filter === '' ? undefined : { text: `/${sanitise(counts.filter, 40)}  `, token: 'match' };
	for (const form of formsOf(statuses.first)) {
		const left = beside[form.tabs];
		const before = [
			...statusSegments(statuses, form),
			...(form.sort ? beside.sort : []),
			...(form.marks ? markSegments(counts) : []),
		];
		const behind = form.count ? [placeSegment(counts, form)] : [];
		const room = columns - widthOf([...left, ...before, ...behind]);
		if (room < 0) continue;
		if (!filter) return { left, right: [...before, ...behind] };
		const mayBeCut = form.named === 0 && form.tabs === 'short' && !form.row;
		if (room >= widthOf([filter])) return { left, right: [...before, filter, ...behind] };
		if (mayBeCut && room >= MIN_FILTER_CELLS) {
			const cut = { ...filter, text: `${truncate(filter.text.trimEnd(), room - 2)}  ` };
			return { left, right: [...before, cut, ...behind] };
		}
	}
	return { left: beside.short, right: filter ? [filter] : [] };
}

/** Those that matter most, and how many there are in all. */
interface Statuses {
	readonly first: readonly (readonly [string, number])[];
	readonly all: number;
}

/** More are never named: a service may make up as many as it has downloads. */
const mostNamed = importance.length + 3;

const importantOf = kept(
	({ statuses }: Pick<Counts, 'statuses'>): Statuses => ({
		first: inOrder(statuses).slice(0, mostNamed),
		all: statuses.size,
	}),
);

function inOrder(counts: ReadonlyMap<string, number>): (readonly [string, number])[] {
	return [...counts].sort(([one], [other]) => {
		const [a, b] = [rankOf(one), rankOf(other)];
		return a === b ? (one < other ? -1 : 1) : a - b;
	});
}

/** Every form, the longest first. */
function formsOf(statuses: readonly (readonly [string, number])[]): readonly Form[] {
	const named = statuses.length;
	const errors = statuses[0]?.[0] === importance[0] ? 1 : 0;
	const whole: Form = { tabs: 'long', named, words: 'long', sort: true, row: true, marks: true, count: true };
	const steps: readonly Partial<Form>[] = [
		{},
		{ words: 'short' },
		...Array.from({ length: Math.max(0, named - 1) }, (_, step) => ({ named: named - 1 - step })),
		{ sort: false },
		{ tabs: 'short' },
		{ named: errors },
		{ row: false },
		{ named: 0 },
		{ marks: false },
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
			const word = words === 'long' ? sanitise(status, 20) : (shortForms.get(status) ?? sanitise(status, 8));
			return { text: `${count} ${word}  `, token: status === 'STOPPED_ON_ERROR' ? 'bad' : 'faint' };
		}),
		...(hidden > 0 ? [{ text: `+${hidden}  `, token: 'faint' } as const] : []),
	];
}

function markSegments({ marks, isDrawing }: Counts): Segment[] {
	return marks === 0 ? [] : [{ text: `${isDrawing ? 'V: ' : ''}${marks} marked  `, token: 'mark' }];
}

/** 'row 12 of 264 of 3000 downloads': which one the details are about where no list shows it, and how many there are. */
function placeSegment({ row, filter, found, listed }: Counts, form: Form): Segment {
	const place = form.row && row !== undefined ? `row ${row} of ` : '';
	const some = filter === '' ? '' : `${found} of `;
	const word = place !== '' && form.words === 'short' ? '' : ` download${listed === 1 ? '' : 's'}`;
	return { text: `${place}${some}${listed}${word}` };
}
