import type { State } from '../core/state.ts';
import type { Dialog } from './dialogs.ts';

/** Puts a dialog in the place of the one on top. */
export function replaceTop(state: State, dialog: Dialog): State {
	return { ...state, dialogs: [...state.dialogs.slice(0, -1), dialog] };
}
