import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { dispatchToFiles } from '../../actions/file-requests.ts';
import type { CommandContext } from '../../commands/command.ts';
import { filterLineCommands } from '../dialog-commands.ts';

function restore(context: CommandContext): void {
	const top = topDialogOf(context.state, 'files-filter');
	if (!top) return;
	dispatchToFiles(context, { type: 'filter', filter: top.before });
	context.dispatch({ type: 'close' });
}

/** Commands of the filter line of files; every other key types. */
export const filesFilterCommands = filterLineCommands('files-filter', restore);
