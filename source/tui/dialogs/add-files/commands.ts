import type { Choosing } from '../../../state/adding/choice.ts';
import type { Command, CommandContext } from '../../command.ts';
import { browseRowsOf } from '../browse/rows.ts';

const want = (which: Choosing) => (context: CommandContext) =>
	context.dispatch({ type: 'adding', what: { type: 'want', which } });

const move =
	(rows: (page: number) => number) =>
	({ dispatch, screenRows }: CommandContext) =>
		dispatch({ type: 'move', rows: rows(browseRowsOf(screenRows)) });

/** What can be done while the files of a .torrent are chosen. */
export const addFilesCommands: readonly Command[] = [
	{
		id: 'add-files-close',
		scope: 'add-files',
		keys: ['enter', 'escape', 'q'],
		title: 'Back, with these files',
		hint: 'done',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	{
		id: 'add-files-one',
		scope: 'add-files',
		keys: ['space'],
		title: 'Want the file, or not',
		hint: 'want or not',
		run: (context) => {
			want('one')(context);
			context.dispatch({ type: 'move', rows: 1 });
		},
	},
	{
		id: 'add-files-folder',
		scope: 'add-files',
		keys: ['f'],
		title: 'Want all files of its folder, or none',
		hint: 'its folder',
		run: want('folder'),
	},
	{
		id: 'add-files-all',
		scope: 'add-files',
		keys: ['a'],
		title: 'Want all files',
		hint: 'all',
		run: want('all'),
	},
	{
		id: 'add-files-none',
		scope: 'add-files',
		keys: ['n'],
		title: 'Want no file',
		hint: 'none',
		run: want('none'),
	},
	{
		id: 'add-files-others',
		scope: 'add-files',
		keys: ['i'],
		title: 'Want those that are not wanted instead',
		run: want('others'),
	},
	{ id: 'add-files-down', scope: 'add-files', keys: ['j', 'down'], title: 'Down', run: move(() => 1) },
	{ id: 'add-files-up', scope: 'add-files', keys: ['k', 'up'], title: 'Up', run: move(() => -1) },
	{
		id: 'add-files-page-down',
		scope: 'add-files',
		keys: ['pagedown', 'ctrl-f'],
		title: 'A page down',
		run: move((page) => page),
	},
	{
		id: 'add-files-page-up',
		scope: 'add-files',
		keys: ['pageup', 'ctrl-b'],
		title: 'A page up',
		run: move((page) => -page),
	},
	{
		id: 'add-files-first',
		scope: 'add-files',
		keys: ['g', 'home'],
		title: 'To the first',
		run: move(() => Number.NEGATIVE_INFINITY),
	},
	{
		id: 'add-files-last',
		scope: 'add-files',
		keys: ['G', 'end'],
		title: 'To the last',
		run: move(() => Number.POSITIVE_INFINITY),
	},
];
