import { sanitize } from '../../format/sanitize.ts';
import type { State } from '../../state/core/state.ts';
import type { Segment } from '../components/compose-line.ts';
import { memoize } from '../components/memoize.ts';

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

/** Limit of named statuses, because a service may invent as many as it has downloads. */
const MAX_NAMED = importance.length + 3;

/** Returns the counts of downloads by status in every form, the longest first. The last one is empty. */
export function countForms({ downloads: { at, totals } }: State): readonly (readonly Segment[])[] {
	return at === undefined ? [[]] : formsOf({ statuses: totals.statuses });
}

const formsOf = memoize(({ statuses }: { readonly statuses: ReadonlyMap<string, number> }) => {
	const first = inOrder(statuses).slice(0, MAX_NAMED);
	const all = statuses.size;
	const fewer = first.map((_, index) => countSegments(first, all, first.length - index, 'short'));
	return [countSegments(first, all, first.length, 'long'), ...fewer, []];
});

function inOrder(counts: ReadonlyMap<string, number>): (readonly [string, number])[] {
	return [...counts].sort(([one], [other]) => {
		const [a, b] = [rankOf(one), rankOf(other)];
		return a === b ? (one < other ? -1 : 1) : a - b;
	});
}

function rankOf(status: string): number {
	const rank = importance.indexOf(status);
	return rank < 0 ? importance.length : rank;
}

/** Returns the most important statuses. '+2' is the number of the others. */
function countSegments(
	first: readonly (readonly [string, number])[],
	all: number,
	named: number,
	words: 'long' | 'short',
): readonly Segment[] {
	const hidden = all - named;
	const segments = first.slice(0, named).map(([status, count], index): Segment => {
		const word = words === 'long' ? sanitize(status, 20) : (shortForms.get(status) ?? sanitize(status, 8));
		const gap = index === 0 ? '' : '  ';
		return { text: `${gap}${count} ${word}`, token: status === 'STOPPED_ON_ERROR' ? 'bad' : 'faint' };
	});
	return hidden > 0 ? [...segments, { text: `  +${hidden}`, token: 'faint' }] : segments;
}
