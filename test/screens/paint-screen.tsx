import type { State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { App } from '../../source/tui/shell/app.tsx';
import { update } from '../../source/tui/surfaces/update.ts';
import type { Target } from '../../source/tui/terminal/targets.ts';
import type { Emulator } from '../terminal/emulator.ts';
import { paintOnEmulator } from '../terminal/painted.ts';
import type { ScreenSize } from './pressing.ts';

/** Paints the whole app in a state on an emulated terminal of this size. */
export async function paintScreen(
	state: State,
	{ columns, rows }: ScreenSize,
	{ ascii = false, colour = true } = {},
): Promise<PaintedScreen> {
	const { emulator, painting, settled } = paintOnEmulator(
		<App store={createStore(colour ? state : withoutColor(state), update)} />,
		{ columns, rows, ascii },
	);
	await settled();
	const targets = Array.from({ length: rows }, (_, y) =>
		Array.from({ length: columns }, (_, x) => painting.targetAt(x, y)),
	);
	painting.unmount();
	return { emulator, targets };
}

/** Returns the state on a terminal without colors. */
export function withoutColor(state: State): State {
	return { ...state, colors: { ...state.colors, depth: 1 } };
}

export interface PaintedScreen {
	readonly emulator: Emulator;
	/** Click target of each cell: row by row. */
	readonly targets: readonly (readonly (Target | undefined)[])[];
}

const painted = new WeakMap<State, Map<string, Promise<PaintedScreen>>>();

/** Paints a screen once for all tests that share the environment. */
export function paintOnce(
	state: State,
	size: ScreenSize,
	options: { readonly ascii?: boolean; readonly colour?: boolean } = {},
): Promise<PaintedScreen> {
	const ofState = painted.get(state) ?? new Map<string, Promise<PaintedScreen>>();
	painted.set(state, ofState);
	const key = JSON.stringify([size.columns, size.rows, options.ascii === true, options.colour !== false]);
	const screen = ofState.get(key) ?? paintScreen(state, size, options);
	ofState.set(key, screen);
	return screen;
}
