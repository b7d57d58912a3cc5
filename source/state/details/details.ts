import { current } from '../downloads.ts';
import type { State } from '../state.ts';
import type { TabId } from './tabs.ts';

/** The details of one download: which tab of them shows and how, and what the tabs are about. */
export interface DetailsSlice {
	/** 'split': beside or below the list, or as the screen allows; 'full': in its place. */
	readonly shown: 'not' | 'split' | 'full';
	/** Do the keys go to the tab instead of the list? Never while nothing is shown, always in full. */
	readonly focused: boolean;
	readonly tab: TabId;
	/** Infohash of the download that everything in the tabs is about: the one under the cursor. */
	readonly of: string | undefined;
	/** Lines of the overview that are scrolled out above. */
	readonly overviewScroll: number;
}

export const initialDetails: DetailsSlice = {
	shown: 'not',
	focused: false,
	tab: 'overview',
	of: undefined,
	overviewScroll: 0,
};

/** What the tabs hold of a download, as it is before anything was asked: it goes when the cursor leaves it. */
function anew(of: string | undefined): Omit<DetailsSlice, 'shown' | 'focused' | 'tab'> {
	return { of, overviewScroll: 0 };
}

/** Has the details follow the cursor: what is known of another download is forgotten. */
export function followCursor(state: State): State {
	const of = current(state.downloads)?.infohash;
	if (state.details.of === of) return state;
	return { ...state, details: { ...state.details, ...anew(of) } };
}
