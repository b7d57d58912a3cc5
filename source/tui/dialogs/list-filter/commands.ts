import type { Command, CommandContext } from '../../commands/command.ts';
import { filterLineCommands } from '../filter-line-commands.ts';

function restore({ state, dispatch }: CommandContext): void {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'list-filter') return;
	const { filter, cursor } = top.before;
	dispatch({ type: 'filter-rows', filter });
	dispatch({ type: 'close' });
	if (cursor !== undefined) dispatch({ type: 'put-cursor', part: 'list', key: cursor, index: 0 });
}

/** Commands of the filter line of a section; every other key types. */
export const listFilterCommands: readonly Command[] = filterLineCommands('list-filter', restore);
