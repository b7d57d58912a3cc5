import type { DialogKind } from '../../state/dialogs/dialogs.ts';
import type { Command } from '../commands/command.ts';
import { moveCommands, typingKeys } from '../commands/move-commands.ts';
import { editCommands } from './edit-commands.ts';

/**
 * Returns the commands of a filter line; every other key types. `rows`: name of the rows, for 'Leave the events as they
 * were'.
 */
export function filterLineCommands(
	scope: DialogKind,
	rows: string,
	giveUp: Command['run'],
): readonly Command[] {
	return [
		{
			id: `${scope}-keep`,
			scope,
			keys: ['enter'],
			title: 'Keep the filter',
			hint: 'keep',
			run: ({ dispatch }) => dispatch({ type: 'close' }),
		},
		{
			id: `${scope}-undo`,
			scope,
			keys: ['escape'],
			title: `Leave the ${rows} as they were`,
			hint: 'leave as it was',
			run: giveUp,
		},
		...moveCommands({
			scope,
			prefix: scope,
			keys: typingKeys,
			hints: { down: 'down', up: 'up' },
			measure: ({ pageRows }) => ({ page: pageRows }),
		}),
		...editCommands(scope),
	];
}
