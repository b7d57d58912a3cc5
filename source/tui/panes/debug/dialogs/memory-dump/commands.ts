import type { MemoryDumpDialog } from '../../../../../state/dialogs/memory-dump-dialog.ts';
import { lineText } from '../../../../../state/surfaces/line-edit.ts';
import { dialogCommands, editCommands } from '../../../../dialogs/dialog-commands.ts';
import type { CommandContext } from '../../../../surfaces/command.ts';

function save({ dispatch }: CommandContext, { process, line }: MemoryDumpDialog, overwrite: boolean): void {
	const path = lineText(line);
	dispatch({ type: 'memory-dump', what: { type: 'begin', id: Date.now(), process, path, overwrite } });
}

const memoryDumpRefusals = {
	saving: 'The memory dump is being saved.',
	noPath: 'Type a path first.',
	noFile: 'There is no file to overwrite.',
	oneProcess: 'This service has one process.',
	unknown: 'The processes of the service are not known yet.',
	cancelled: 'The memory dump is being cancelled.',
} as const;

/** Commands of the dialog that saves a memory dump; every other key types. */
export const memoryDumpCommands = dialogCommands('memory-dump', [
	{
		id: 'memory-dump-save',
		keys: ['enter'],
		title: 'Save the memory dump, or close the dialog while it is saved',
		hint: 'save it',
		when: ({ memoryDump }, { line }) =>
			!memoryDump && lineText(line).trim() === '' ? memoryDumpRefusals.noPath : true,
		run: (context, dialog) => {
			if (context.state.memoryDump) context.dispatch({ type: 'close' });
			else save(context, dialog, false);
		},
	},
	{
		id: 'memory-dump-process',
		keys: ['tab'],
		title: 'Choose the other process',
		hint: 'other process',
		when: ({ memoryDump }, { hasEngine }) => {
			if (memoryDump) return memoryDumpRefusals.saving;
			if (hasEngine === undefined) return memoryDumpRefusals.unknown;
			return hasEngine ? true : memoryDumpRefusals.oneProcess;
		},
		run: ({ dispatch }) => dispatch({ type: 'memory-dump', what: { type: 'other-process' } }),
	},
	{
		id: 'memory-dump-overwrite',
		keys: ['ctrl-o'],
		title: 'Overwrite the existing file',
		hint: 'overwrite it',
		when: ({ memoryDump }, { exists }) => (exists && !memoryDump ? true : memoryDumpRefusals.noFile),
		run: (context, dialog) => save(context, dialog, true),
	},
	{
		id: 'memory-dump-cancel',
		keys: ['escape'],
		title: 'Cancel',
		hint: 'cancel',
		when: ({ memoryDump }) => (memoryDump?.isCancelled ? memoryDumpRefusals.cancelled : true),
		run: ({ state, dispatch }) => {
			if (state.memoryDump) dispatch({ type: 'memory-dump', what: { type: 'cancel' } });
			else dispatch({ type: 'close' });
		},
	},
	...editCommands('memory-dump'),
]);
