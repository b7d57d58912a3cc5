import type { State } from '../../state/core/state.ts';
import type { DialogKind } from '../../state/dialogs/dialogs.ts';
import type { Command, CommandContext } from '../commands/command.ts';
import { listKeys, moveCommands } from '../commands/move-commands.ts';

/** Lines per page of a list in a dialog. */
const PAGE_ROWS = 10;

/** Returns the commands that move through the list of a dialog. `lines`: its length. */
export function choosingCommands(scope: DialogKind, lines: (state: State) => number): readonly Command[] {
	const keys = {
		...listKeys,
		down: [...listKeys.down, 'ctrl-n'],
		up: [...listKeys.up, 'ctrl-p'],
	};
	const measure = ({ state }: CommandContext) => ({ page: PAGE_ROWS, lines: lines(state) });
	return moveCommands({ scope, prefix: scope, keys, measure });
}
