import { chosenFailure } from '../../../state/failure-list.ts';
import type { State } from '../../../state/state.ts';
import type { WorkFailure } from '../../../state/work.ts';
import type { Command, CommandContext } from '../../command.ts';
import { partsOf } from './layout.ts';

const move =
	(rows: (page: number) => number): Command['run'] =>
	({ dispatch, screenRows }: CommandContext) =>
		dispatch({ type: 'move', rows: rows(partsOf(screenRows).list) });

function chosen({ dialogs, work }: State): WorkFailure | undefined {
	const top = dialogs.at(-1);
	return top?.kind === 'failures' ? chosenFailure(work, top) : undefined;
}

const isOfDownload = (state: State) =>
	chosen(state)?.infohash === undefined ? 'It is about no download of the list.' : true;

/** Marks the downloads of all that failed in the same work as the last, to try again or do something else with them. */
function markFailed({ state, dispatch }: CommandContext): void {
	const { failures, lastFrom } = state.work;
	const keys = new Set(failures.flatMap(({ id, infohash }) => (id >= lastFrom ? (infohash ?? []) : [])));
	dispatch({ type: 'mark-keys', keys });
	dispatch({ type: 'close' });
	dispatch({ type: 'pane', pane: 'downloads' });
}

/** What can be done in the list of orders that failed. */
export const failuresCommands: readonly Command[] = [
	{
		id: 'failures-go',
		scope: 'failures',
		keys: ['enter'],
		title: 'To the download',
		hint: 'to it',
		when: isOfDownload,
		run: ({ state, dispatch }) => {
			const infohash = chosen(state)?.infohash;
			if (infohash !== undefined) dispatch({ type: 'go-to', infohash, at: Date.now() });
		},
	},
	{
		id: 'failures-mark',
		scope: 'failures',
		keys: ['m'],
		title: 'Mark all that failed last',
		hint: 'mark them',
		run: markFailed,
	},
	{
		id: 'failures-close',
		scope: 'failures',
		keys: ['escape', 'q', 'X'],
		title: 'Close',
		hint: 'close',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	{
		id: 'failures-down',
		scope: 'failures',
		keys: ['j', 'down'],
		title: 'Down',
		run: move(() => 1),
	},
	{ id: 'failures-up', scope: 'failures', keys: ['k', 'up'], title: 'Up', run: move(() => -1) },
	{
		id: 'failures-page-down',
		scope: 'failures',
		keys: ['pagedown', 'ctrl-f', 'space'],
		title: 'A page down',
		run: move((page) => page),
	},
	{
		id: 'failures-page-up',
		scope: 'failures',
		keys: ['pageup', 'ctrl-b'],
		title: 'A page up',
		run: move((page) => -page),
	},
	{
		id: 'failures-first',
		scope: 'failures',
		keys: ['g', 'home'],
		title: 'To the first',
		run: move(() => Number.NEGATIVE_INFINITY),
	},
	{
		id: 'failures-last',
		scope: 'failures',
		keys: ['G', 'end'],
		title: 'To the last',
		run: move(() => Number.POSITIVE_INFINITY),
	},
];
