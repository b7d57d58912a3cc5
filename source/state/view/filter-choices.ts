import type { State } from '../state.ts';
import { statusCounts } from './completions.ts';

/** A line of the dialog of filters. */
export interface FilterChoice {
	readonly kind: 'all' | 'status' | 'saved';
	/** What it is called; of a saved one the user's own name for it. */
	readonly name: string;
	readonly filter: string;
	/** How many downloads it lets through; undefined where nobody counted them. */
	readonly count: number | undefined;
}

/** What can be filtered by with one key: nothing, each status, and what the user saved. */
export function filterChoices({ downloads, view }: State): readonly FilterChoice[] {
	const { list, totals } = downloads;
	return [
		{ kind: 'all', name: 'all downloads', filter: '', count: list.length },
		...statusCounts(totals.statuses).map(({ value, count }): FilterChoice => {
			const name = value.replaceAll('_', ' ');
			return { kind: 'status', name, filter: `status:${value}`, count };
		}),
		...view.filters.map(
			({ name, filter }): FilterChoice => ({ kind: 'saved', name, filter, count: undefined }),
		),
	];
}
