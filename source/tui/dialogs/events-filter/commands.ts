import type { Command, CommandContext } from '../../commands/command.ts';
import { filterLineCommands } from '../filter-line-commands.ts';

function restore({ state, dispatch }: CommandContext): void {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'events-filter') return;
	dispatch({ type: 'journal', what: { type: 'filter', filter: top.before.filter } });
	dispatch({ type: 'journal', what: { type: 'cursor', id: top.before.cursor } });
	dispatch({ type: 'close' });
}

/** Commands of the filter line of events; every other key types. */
export const eventsFilterCommands: readonly Command[] = filterLineCommands('events-filter', restore);
