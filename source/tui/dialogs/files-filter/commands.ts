import { dispatchToFiles } from '../../actions/file-requests.ts';
import { filterLineCommands } from '../dialog-commands.ts';

/** Commands of the filter line of files; every other key types. */
export const filesFilterCommands = filterLineCommands('files-filter', (context, { before }) => {
	dispatchToFiles(context, { type: 'filter', filter: before });
	context.dispatch({ type: 'close' });
});
