import { replaceTop } from '../replace-top.ts';
import type { State } from '../state.ts';
import { foundAtOnce } from './found-filters.ts';

/** A line of the dialog of filters. */
export interface FilterChoice {
	readonly kind: 'all' | 'status' | 'saved' | 'tracker';
	/** What it is called; of a saved one the user's own name for it, of a tracker its host. Both may be hostile. */
	readonly name: string;
	readonly filter: string;
	/** How many downloads it lets through; undefined while that is being counted. */
	readonly count: number | undefined;
}

/**
 * What can be filtered by with one key: nothing, each status, what the user saved, and each tracker. It is as it was
 * counted last: what a poll changes does not move what somebody is about to choose.
 */
export function filterChoices(state: State): readonly FilterChoice[] {
	const top = state.dialogs.at(-1);
	const found = (top?.kind === 'filters' ? top.found : undefined) ?? foundAtOnce(state);
	return [
		{ kind: 'all', name: 'all downloads', filter: '', count: found.all },
		...found.statuses.map(({ value, count }): FilterChoice => {
			const name = value.replaceAll('_', ' ');
			return { kind: 'status', name, filter: `status:${value}`, count };
		}),
		...state.view.filters.map(
			({ name, filter }): FilterChoice => ({
				kind: 'saved',
				name,
				filter,
				count: found.counts.get(filter),
			}),
		),
		...(found.trackers ?? []).map(({ value, count }): FilterChoice => {
			const filter = `tracker=${/\s/.test(value) ? `"${value}"` : value}`;
			return { kind: 'tracker', name: value, filter, count };
		}),
	];
}

/** The state after something that changes what there is to choose from: the dialog stays at what it was at. */
export function keepChoice(before: State, after: State): State {
	const top = after.dialogs.at(-1);
	if (top?.kind !== 'filters') return after;
	const was = filterChoices(before)[top.chosen];
	return was ? chooseIn(after, was) : after;
}

/** Goes to a line of the dialog; where it is not there, to what has its place, or to the last. */
export function chooseIn(state: State, wanted: Pick<FilterChoice, 'kind' | 'name'>): State {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'filters') return state;
	const choices = filterChoices(state);
	const at = choices.findIndex(({ kind, name }) => kind === wanted.kind && name === wanted.name);
	const chosen = at >= 0 ? at : Math.min(top.chosen, choices.length - 1);
	return chosen === top.chosen ? state : replaceTop(state, { ...top, chosen });
}
