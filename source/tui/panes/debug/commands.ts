import { emptyLine, insertText } from '../../../state/surfaces/line-edit.ts';
import { defaultPath } from '../../dialogs/add/place.ts';
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
			dispatch({
				type: 'open',
				dialog: {
					kind: 'memory-dump',
					line: insertText(emptyLine, state.memoryDump?.path ?? defaultPath(dumpName(state.now))),
					process: state.memoryDump?.process ?? 'service',
					hasEngine: undefined,
					exists: false,
					fault: '',
				},
			});
		},
	},
];

/** Returns the name of a memory dump's file: 'memory-dump-20261122T140500Z.heapsnapshot'. */
function dumpName(now: number): string {
	const time = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '');
	return `memory-dump-${time}Z.heapsnapshot`;
}
