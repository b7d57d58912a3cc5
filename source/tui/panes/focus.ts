import type { State } from '../../state/core/state.ts';
import type { SurfaceList } from '../surfaces/surface.ts';
import type { Pane } from './pane.ts';
import { panes } from './registry.ts';

/** Returns the list of a part of the current pane. */
export function listOfPart(state: State, part: 'list' | 'details'): SurfaceList | undefined {
	const { list, details }: Pane = panes[state.pane];
	return part === 'details' ? details?.list(state) : list;
}

/** Whether the details of the current pane have the focus. */
export function detailsHaveFocus(state: State): boolean {
	const { details }: Pane = panes[state.pane];
	return details?.hasFocus(state) ?? false;
}

/** Returns the list of the pane that movement keys act on. */
export function listBeneath(state: State): SurfaceList | undefined {
	return listOfPart(state, detailsHaveFocus(state) ? 'details' : 'list');
}
