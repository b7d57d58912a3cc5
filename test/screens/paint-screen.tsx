import type { State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { App } from '../../source/tui/shell/app.tsx';
import { update } from '../../source/tui/shell/update.ts';
import { atFileEnd } from '../fixtures/cleanup.ts';
import type { GridScreen } from '../terminal/grid-screen.ts';
import { GridPainting } from '../terminal/painted-grid.ts';
import type { ScreenSize } from './pressing.ts';

interface PaintOptions {
	readonly ascii?: boolean;
	readonly color?: boolean;
}

/** Paints the whole app in a state at a size. */
export function paintScreen(
	state: State,
	size: ScreenSize,
	{ ascii = false, color = true }: PaintOptions = {},
): GridScreen {
	const store = createStore(color ? state : withoutColor(state), update);
	const painting = new GridPainting(<App store={store} />, size);
	const screen = painting.copy();
	painting.unmount();
	return ascii ? screen.inAscii() : screen;
}

/** Returns the state on a terminal without colors. */
export function withoutColor(state: State): State {
	return { ...state, colors: { ...state.colors, depth: 1 } };
}

/** The screens that a file has painted, by state, size and color. */
const painted = new Map<State, Map<string, GridScreen>>();

/** Paints a screen once for all tests of a file. */
export function paintOnce(
	state: State,
	size: ScreenSize,
	{ ascii = false, color = true }: PaintOptions = {},
) {
	if (painted.size === 0) atFileEnd(() => painted.clear());
	const ofState = painted.get(state) ?? new Map<string, GridScreen>();
	painted.set(state, ofState);
	const key = `${size.columns}×${size.rows} ${color}`;
	const screen = ofState.get(key) ?? paintScreen(state, size, { color });
	ofState.set(key, screen);
	return ascii ? screen.inAscii() : screen;
}
