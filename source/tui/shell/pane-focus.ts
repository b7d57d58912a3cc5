import type { State } from '../../state/core/state.ts';
import { memoize } from '../components/memoize.ts';
import type { Pane } from '../surfaces/pane.ts';
import type { SurfaceList } from '../surfaces/surface.ts';
import { currentPane } from './panes.ts';

/** Returns the list of a part of the current pane. */
export function listOfPart(state: State, part: 'list' | 'details'): SurfaceList | undefined {
	const { list, details } = currentPane(state);
	return part === 'details' ? details?.current(state).list : list;
}

/** Whether the details of the current pane have the focus. */
export function detailsHaveFocus(state: State): boolean {
	return currentPane(state).details?.hasFocus(state) ?? false;
}

/** Returns the list of the pane that movement keys act on. */
export function listBeneath(state: State): SurfaceList | undefined {
	const list = listOfPart(state, detailsHaveFocus(state) ? 'details' : 'list');
	const { missing } = currentPane(state);
	return list && missing ? withMissing({ list, missing }) : list;
}

const withMissing = memoize(
	({ list, missing }: { readonly list: SurfaceList; readonly missing: Pane['missing'] }): SurfaceList => ({
		...list,
		missing,
	}),
);
