import { tellFiles } from '../../actions/file-requests.ts';
import type { Command, CommandContext } from '../../commands/command.ts';
import { filterLineCommands } from '../filter-line-commands.ts';

function giveUp(context: CommandContext): void {
	const top = context.state.dialogs.at(-1);
	if (top?.kind !== 'files-filter') return;
	tellFiles(context, { type: 'filter', filter: top.before });
	context.dispatch({ type: 'close' });
}

/** What can be done while words are typed that files are to have in their paths; every other key types. */
export const filesFilterCommands: readonly Command[] = filterLineCommands('files-filter', 'files', giveUp);
