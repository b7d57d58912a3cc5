import { panes } from '../panes/registry.ts';
import { workCommands } from './batch-commands.ts';
import type { Command } from './command.ts';
import { globalCommands } from './global-commands.ts';

/** Commands of panes, without those of dialogs, which do not work elsewhere. */
export const placeCommands: readonly Command[] = [
	...Object.values(panes).flatMap((pane) => pane.commands),
	...workCommands,
	...globalCommands,
];
