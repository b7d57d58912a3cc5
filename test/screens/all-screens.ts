import type { State } from '../../source/state/core/state.ts';
import { type WindowSize, windowSizeOf } from '../../source/state/view/view.ts';
import { isThorough } from '../runs.ts';
import { addingScreens } from './adding-states.ts';
import { bulkScreens } from './bulk-states.ts';
import { filesScreens } from './files-states.ts';
import { journalScreens } from './journal-states.ts';
import type { ScreenSize } from './pressing.ts';
import { screens } from './states.ts';
import { surfaceScreens } from './surface-states.ts';
import { tabScreens } from './tab-states.ts';
import { viewScreens } from './view-states.ts';

/** Sizes at which tests paint all screens: below the list, and beside it, there is room for details. */
export const screenSizes: readonly ScreenSize[] = [
	{ columns: 60, rows: 20 },
	...(isThorough ? [{ columns: 80, rows: 24 }] : []),
	{ columns: 120, rows: 40 },
	...(isThorough ? [{ columns: 200, rows: 50 }] : []),
];

const screensByRoom = new Map<WindowSize, ReadonlyMap<string, State>>();

/** Returns every screen by its name. The width decides which columns the view screens have. */
export function allScreens({ columns }: ScreenSize): ReadonlyMap<string, State> {
	const room = windowSizeOf(columns);
	const all = screensByRoom.get(room) ?? screensFor(room);
	screensByRoom.set(room, all);
	return all;
}

function screensFor(room: WindowSize): ReadonlyMap<string, State> {
	const named = (prefix: string, states: Readonly<Record<string, State>>) =>
		Object.entries(states).map(([name, state]): [string, State] => [`${prefix}${name}`, state]);
	return new Map([
		...named('', screens),
		...named('', tabScreens),
		...named('', filesScreens),
		...named('journal-', journalScreens),
		...named('bulk-', bulkScreens),
		...named('adding-', addingScreens),
		...named('view-', viewScreens(room)),
		...named('', surfaceScreens),
	]);
}
