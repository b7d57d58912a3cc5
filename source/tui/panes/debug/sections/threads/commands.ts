import type { State } from '../../../../../state/core/state.ts';
import { listCommands } from '../../../../sections/list-commands.ts';
import { missingRows } from '../../../../sections/sampled-text.ts';
import { commandsOf } from '../../../../surfaces/command.ts';
import { currentThread, threadKindColumns } from './rows.ts';
import { threads } from './slice.ts';

const id = 'debug-threads';

const missing = (state: State) => missingRows('thread', threads.of(state));

export const threadCommands = commandsOf(id, [
	{
		id: 'threads-expand',
		group: 'view',
		keys: ['enter'],
		title: 'Show or hide the stack of the thread',
		words: 'expand collapse frames stack',
		hint: 'stack',
		when: (state) =>
			currentThread(threads.of(state)) ? true : (missing(state) ?? 'There is no thread here.'),
		run: ({ state, dispatch }) => {
			const slice = threads.of(state);
			const key = currentThread(slice)?.thread.key;
			if (key === undefined) return;
			const expanded = new Set(slice.expanded);
			if (!expanded.delete(key)) expanded.add(key);
			dispatch(threads.message(state, { expanded, cursor: key }));
		},
	},
	{
		id: 'threads-pause',
		group: 'view',
		keys: ['space'],
		title: 'Hold or continue sampling the threads',
		words: 'pause resume freeze',
		hint: 'hold',
		run: ({ state, dispatch }) => dispatch(threads.message(state, { isPaused: !threads.of(state).isPaused })),
	},
	{
		id: 'threads-clear',
		group: 'view',
		keys: ['z'],
		title: 'Count the top frames from zero',
		words: 'reset hot spots',
		when: (state) => (threads.of(state).samples > 0 ? true : 'Nothing is counted yet.'),
		run: ({ state, dispatch }) => dispatch(threads.message(state, { samples: 0, hotSpots: new Map() })),
	},
	...listCommands({
		id,
		noun: 'thread',
		columns: threadKindColumns,
		rows: (state) => threads.of(state).rows,
		missing,
	}),
]);
