import { filterLineCommands } from '../dialog-commands.ts';

/** Commands of the filter line of events; every other key types. */
export const eventsFilterCommands = filterLineCommands('events-filter', ({ dispatch }, { before }) => {
	dispatch({ type: 'journal', what: { type: 'filter', filter: before.filter } });
	dispatch({ type: 'journal', what: { type: 'cursor', id: before.cursor } });
	dispatch({ type: 'close' });
});
