import { emptyLine, insertText, type LineEdit, lineText } from '../surfaces/line-edit.ts';

export const MAX_RECENT_FILTERS = 20;

/** Longer filters are not stored, because they were pasted by mistake. */
const MAX_FILTER_LENGTH = 2_000;

/** Position in the history of filters. */
export interface Recall {
	/** The filters when recalling began, the newest first. Later changes by other cockpits have no effect. */
	readonly filters: readonly string[];
	/** Index in `among`; -1 for the typed line. */
	readonly at: number;
	readonly typed: LineEdit;
}

/** Returns the recent filters with a used one first, without duplicates. */
export function withEarlier(earlier: readonly string[], filter: string): readonly string[] {
	const used = filter.trim();
	if (used === '' || used.length > MAX_FILTER_LENGTH || earlier[0] === used) return earlier;
	return [used, ...earlier.filter((one) => one !== used)].slice(0, MAX_RECENT_FILTERS);
}

/** Returns the position and line after a step to older filters (1) or newer ones (-1); undefined at the end. */
export function recalled(
	line: LineEdit,
	before: Recall | undefined,
	earlier: readonly string[],
	by: 1 | -1,
): { readonly recall: Recall; readonly line: LineEdit } | undefined {
	const typed = lineText(line).trim();
	const recall = before ?? { filters: earlier.filter((one) => one !== typed), at: -1, typed: line };
	const at = recall.at + by;
	if (at < -1 || at >= recall.filters.length) return undefined;
	const filter = recall.filters[at];
	return {
		recall: { ...recall, at },
		line: filter === undefined ? recall.typed : insertText(emptyLine, filter),
	};
}

/** Returns the stored filters with those used here since `before` on top. */
export function mergeEarlier(
	there: readonly string[],
	before: readonly string[],
	now: readonly string[],
): readonly string[] {
	// Used filters are at the beginning; after them the order is unchanged.
	let used = 0;
	while (used < now.length && !isInOrder(now.slice(used), before)) used++;
	return now.slice(0, used).reduceRight<readonly string[]>(withEarlier, there);
}

function isInOrder(some: readonly string[], all: readonly string[]): boolean {
	let place = 0;
	for (const one of all) if (one === some[place]) place++;
	return place === some.length;
}
