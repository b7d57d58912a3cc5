import { panes } from '../panes/registry.ts';
import { batchCommands } from './batch-commands.ts';
import type { Command } from './command.ts';
import { globalCommands } from './global-commands.ts';

/** Commands of panes, without those of dialogs, which do not work elsewhere. */
export const paneCommands: readonly Command[] = [
	...Object.values(panes).flatMap((pane) => pane.commands),
	...batchCommands,
	...globalCommands,
];
