import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type { CommandContext } from '../../commands/command.ts';
import { filterLineCommands } from '../dialog-commands.ts';

function restore({ state, dispatch }: CommandContext): void {
	const top = topDialogOf(state, 'events-filter');
	if (!top) return;
	dispatch({ type: 'journal', what: { type: 'filter', filter: top.before.filter } });
	dispatch({ type: 'journal', what: { type: 'cursor', id: top.before.cursor } });
	dispatch({ type: 'close' });
}

/** Commands of the filter line of events; every other key types. */
export const eventsFilterCommands = filterLineCommands('events-filter', restore);
