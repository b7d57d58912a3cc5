import type { State } from '../../state/core/state.ts';

/** Work of a surface that is divided into short steps, so that keys are handled between them. */
export interface SurfaceWork {
	/** Whether a step can run now. */
	readonly isPending: (state: State) => boolean;
	/** Returns the state after the next step. It takes a few milliseconds. */
	readonly step: (state: State) => State;
}
