import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type { CommandContext } from '../../commands/command.ts';
import { filterLineCommands } from '../dialog-commands.ts';

function restore({ state, dispatch }: CommandContext): void {
	const top = topDialogOf(state, 'list-filter');
	if (!top) return;
	const { filter, cursor } = top.before;
	dispatch({ type: 'filter-rows', filter });
	dispatch({ type: 'close' });
	if (cursor !== undefined) dispatch({ type: 'put-cursor', part: 'list', key: cursor, index: 0 });
}

/** Commands of the filter line of a section; every other key types. */
export const listFilterCommands = filterLineCommands('list-filter', restore);
