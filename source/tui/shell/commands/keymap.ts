import type { Command } from '../../surfaces/command.ts';
import { dialogs } from '../dialogs.ts';
import { createKeymap } from './create-keymap.ts';
import { noticeCommands } from './notice-commands.ts';
import { paneCommands } from './pane-commands.ts';

export { showKey } from '../../keys/show-key.ts';
export { activeScopes } from './scopes.ts';

/** All commands of the cockpit. */
export const commands: readonly Command[] = [
	...paneCommands,
	...noticeCommands,
	...Object.values(dialogs).flatMap((dialog): readonly Command[] => dialog.commands),
];

export const { active: activeCommands, commandOf } = createKeymap(commands);
