import { dialogs } from '../dialogs/registry.ts';
import type { Command } from './command.ts';
import { createKeymap } from './create-keymap.ts';
import { noticeCommands } from './notice-commands.ts';
import { paneCommands } from './pane-commands.ts';

export { activeScopes } from './scopes.ts';
export { showKey } from './show-key.ts';

/** All commands of the cockpit. */
export const commands: readonly Command[] = [
	...paneCommands,
	...noticeCommands,
	...Object.values(dialogs).flatMap((dialog): readonly Command[] => dialog.commands),
];

export const { active: activeCommands, commandOf } = createKeymap(commands);
