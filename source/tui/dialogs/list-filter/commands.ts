import { filterLineCommands } from '../dialog-commands.ts';

/** Commands of the filter line of a section; every other key types. */
export const listFilterCommands = filterLineCommands('list-filter', ({ dispatch }, { before }) => {
	const { filter, cursor } = before;
	dispatch({ type: 'filter-rows', filter });
	dispatch({ type: 'close' });
	if (cursor !== undefined) dispatch({ type: 'put-cursor', part: 'list', key: cursor, index: 0 });
});
