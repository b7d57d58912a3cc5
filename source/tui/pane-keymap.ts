import type { State } from '../state/state.ts';
import type { Command } from './command.ts';
import { createKeymap } from './create-keymap.ts';
import { placeCommands } from './place-commands.ts';

const keymap = createKeymap(placeCommands);

/** The commands of the pane below all dialogs. */
export function commandsBeneath(state: State): readonly Command[] {
	return keymap.active({ ...state, dialogs: [] });
}
