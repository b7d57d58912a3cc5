import type { Command } from '../../surfaces/command.ts';
import { panes } from '../panes.ts';
import { batchCommands } from './batch-commands.ts';
import { globalCommands } from './global-commands.ts';

/** Commands of panes, without those of dialogs, which do not work elsewhere. */
export const paneCommands: readonly Command[] = [
	...Object.values(panes).flatMap((pane) => pane.commands),
	...batchCommands,
	...globalCommands,
];
