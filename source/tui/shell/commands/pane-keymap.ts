import type { State } from '../../../state/core/state.ts';
import type { Command } from '../../surfaces/command.ts';
import { createKeymap } from './create-keymap.ts';
import { paneCommands } from './pane-commands.ts';

const keymap = createKeymap(paneCommands);

/** Returns the commands of the pane below all dialogs. */
export function commandsBeneath(state: State): readonly Command[] {
	return keymap.active({ ...state, dialogs: [] });
}

/** Returns the command that a key runs in the pane below all dialogs. */
export function commandBeneath(state: State, key: string): Command | undefined {
	return keymap.commandOf({ ...state, dialogs: [] }, key);
}
