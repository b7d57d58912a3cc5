import type { Counted } from '../../filter/complete.ts';
import { commonFilters } from '../../filter/download-conditions.ts';
import { narrowFilter } from '../../filter/narrow.ts';
import { type OpenDialogs, replaceTop } from '../dialogs/open-dialogs.ts';
import type { DownloadsSlice } from '../downloads/downloads.ts';
import { initialCounts } from './found-filters.ts';
import type { ViewSlice } from './view.ts';

/** The slices that the dialog of filters reads. */
interface FilterChoiceData extends OpenDialogs {
	readonly downloads: DownloadsSlice;
	readonly view: ViewSlice;
}

/** A line of the dialog of filters. */
export interface FilterChoice {
	readonly kind: 'all' | 'status' | 'condition' | 'saved' | 'label' | 'tracker';
	/** Name of a saved filter or a label, or host of a tracker. Untrusted. */
	readonly name: string;
	/** Resulting filter: the current one, narrowed by the choice; a saved one replaces it. */
	readonly filter: string;
	/** The filter of the choice without the current one. */
	readonly alone: string;
	/** Number of downloads that match `filter`; undefined while it is being counted. */
	readonly count: number | undefined;
}

/**
 * Returns the filters that one key applies: none, each status, common ones, saved ones, each label, and each tracker. Uses the
 * last count, so that polls do not move the lines.
 */
export function filterChoices(data: FilterChoiceData): readonly FilterChoice[] {
	const top = data.dialogs.at(-1);
	const found = (top?.kind === 'filters' ? top.found : undefined) ?? initialCounts(data);
	const { filter: base } = data.downloads;
	return [
		{ kind: 'all', name: 'all downloads', filter: '', alone: '', count: found.all },
		...found.statuses.map(({ value, count }): FilterChoice => {
			const alone = `status:${value}`;
			const filter = narrowFilter(base, alone, 'status');
			return { kind: 'status', name: value.replaceAll('_', ' '), filter, alone, count };
		}),
		...commonFilters.map(({ name, filter: alone }): FilterChoice => {
			const filter = narrowFilter(base, alone);
			return { kind: 'condition', name, filter, alone, count: found.counts.get(filter) };
		}),
		...data.view.filters.map(({ name, filter }): FilterChoice => {
			return { kind: 'saved', name, filter, alone: filter, count: found.counts.get(filter) };
		}),
		...textChoices('label', found.labels, base),
		...textChoices('tracker', found.trackers, base),
	];
}

/** Returns a choice for each value of a text field. */
function textChoices(
	kind: 'label' | 'tracker',
	values: readonly Counted[] | undefined,
	base: string,
): readonly FilterChoice[] {
	return (values ?? []).map(({ value, count }) => {
		const alone = `${kind}=${/\s/.test(value) ? `"${value}"` : value}`;
		return { kind, name: value, filter: narrowFilter(base, alone, kind), alone, count };
	});
}

/** Returns the data with the dialog on the same choice after the choices changed. */
export function keepChoice<Data extends FilterChoiceData>(before: Data, after: Data): Data {
	const top = after.dialogs.at(-1);
	if (top?.kind !== 'filters') return after;
	const was = filterChoices(before)[top.chosen];
	return was ? chooseIn(after, was) : after;
}

/** Moves to a choice of the dialog. If it is missing, keeps the index or moves to the last choice. */
export function chooseIn<Data extends FilterChoiceData>(
	data: Data,
	wanted: Pick<FilterChoice, 'kind' | 'name'>,
): Data {
	const top = data.dialogs.at(-1);
	if (top?.kind !== 'filters') return data;
	const choices = filterChoices(data);
	const at = choices.findIndex(({ kind, name }) => kind === wanted.kind && name === wanted.name);
	const chosen = at >= 0 ? at : Math.min(top.chosen, choices.length - 1);
	return chosen === top.chosen ? data : replaceTop(data, { ...top, chosen });
}
