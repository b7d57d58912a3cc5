import { dispatchToFiles } from '../../actions/file-requests.ts';
import type { Command, CommandContext } from '../../commands/command.ts';
import { filterLineCommands } from '../filter-line-commands.ts';

function restore(context: CommandContext): void {
	const top = context.state.dialogs.at(-1);
	if (top?.kind !== 'files-filter') return;
	dispatchToFiles(context, { type: 'filter', filter: top.before });
	context.dispatch({ type: 'close' });
}

/** Commands of the filter line of files; every other key types. */
export const filesFilterCommands: readonly Command[] = filterLineCommands('files-filter', restore);
