import { homedir } from 'node:os';
import { join } from 'node:path';
import { emptyLine, insertText } from '../../../state/surfaces/line-edit.ts';
import type { Command } from '../../surfaces/command.ts';

/** Commands of all sections of the debug pane. */
export const debugCommands: readonly Command[] = [
	{
		id: 'memory-dump',
		scope: 'debug',
		keys: ['D'],
		title: 'Save a memory dump of a process',
		words: 'heap snapshot leak',
		hint: 'dump',
		run: ({ state, dispatch }) => {
			const path = dumpPath(state.now);
			dispatch({
				type: 'open',
				dialog: {
					kind: 'memory-dump',
					line: insertText(emptyLine, state.memoryDump?.path ?? path),
					process: state.memoryDump?.process ?? 'service',
					hasEngine: undefined,
					exists: false,
					fault: '',
				},
			});
		},
	},
];

/** Returns the default path of a memory dump: in the working directory, '~' for the home folder. */
function dumpPath(now: number, folder: string = process.cwd(), home: string = homedir()): string {
	const time = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '');
	const path = join(folder, `memory-dump-${time}Z.heapsnapshot`);
	return home !== '/' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
