import type { DialogKind } from '../../state/dialogs/dialogs.ts';
import type { Command } from '../commands/command.ts';
import { moveCommands, typingKeys } from '../commands/move-commands.ts';
import { editCommands } from './edit-commands.ts';

/** Returns the commands of a filter line; every other key types. */
export function filterLineCommands(scope: DialogKind, giveUp: Command['run']): readonly Command[] {
	return [
		{
			id: `${scope}-keep`,
			scope,
			keys: ['enter'],
			title: 'Apply the filter',
			hint: 'apply',
			run: ({ dispatch }) => dispatch({ type: 'close' }),
		},
		{
			id: `${scope}-undo`,
			scope,
			keys: ['escape'],
			title: 'Cancel',
			hint: 'cancel',
			run: giveUp,
		},
		...moveCommands({
			scope,
			prefix: scope,
			keys: typingKeys,
			hints: { down: 'down', up: 'up' },
			measure: ({ measure: { page } }) => ({ page }),
		}),
		...editCommands(scope),
	];
}
