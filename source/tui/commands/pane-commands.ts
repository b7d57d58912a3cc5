import { panes } from '../panes/registry.ts';
import { workCommands } from './batch-commands.ts';
import type { Command } from './command.ts';
import { globalCommands } from './global-commands.ts';

/** The commands that are at home on the panes: all but those of dialogs, which are of no use elsewhere. */
export const placeCommands: readonly Command[] = [
	...Object.values(panes).flatMap((pane) => pane.commands),
	...workCommands,
	...globalCommands,
];
