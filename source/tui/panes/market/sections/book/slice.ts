import { sectionData } from '../../../../../state/surfaces/sections.ts';

/** The visible book. */
export interface BookSlice {
	/** Key of the pair; undefined for that under the cursor in the list of pairs. */
	readonly pair: string | undefined;
	/** Key of the row under the cursor; undefined for the best price. */
	readonly cursor: string | undefined;
	/** Keys of levels whose ticks are visible. */
	readonly expanded: readonly string[];
}

declare module '../../../../../state/surfaces/sections.ts' {
	interface SectionSlices {
		'market-book': BookSlice;
	}
}

export const book = sectionData('market-book', { pair: undefined, cursor: undefined, expanded: [] });
