import type { State } from '../../state/core/state.ts';
import type { Command } from './command.ts';
import { createKeymap } from './create-keymap.ts';
import { paneCommands } from './pane-commands.ts';

const keymap = createKeymap(paneCommands);

/** Returns the commands of the pane below all dialogs. */
export function commandsBeneath(state: State): readonly Command[] {
	return keymap.active({ ...state, dialogs: [] });
}
