import { emptyLine } from '../../../state/line-edit.ts';
import type { State } from '../../../state/state.ts';
import { completionsOf } from '../../../state/view/completions.ts';
import type { Command, CommandContext } from '../../command.ts';
import { editCommands } from '../edit-commands.ts';

const move =
	(rows: (page: number) => number) =>
	({ dispatch, pageRows }: CommandContext) =>
		dispatch({ type: 'move', rows: rows(pageRows), page: pageRows });

/** What of the filter is not understood is told once more: it does not count. */
function keep({ state, dispatch }: CommandContext): void {
	dispatch({ type: 'close' });
	const told = [...state.downloads.query.faults, ...state.downloads.query.hints];
	if (told.length === 0) return;
	const text = `Part of the filter does not count. ${told.join(' ')}`;
	dispatch({ type: 'news', news: { level: 'warning', text }, at: Date.now() });
}

const someOffered = (state: State) =>
	completionsOf(state).offers.length > 0 ? true : 'There is nothing to complete.';

/** What can be done while a filter is being typed; every other key types. */
export const filterCommands: readonly Command[] = [
	{
		id: 'filter-complete',
		scope: 'filter',
		keys: ['tab'],
		title: 'Take the completion that is chosen',
		hint: 'complete',
		when: someOffered,
		run: ({ dispatch }) => dispatch({ type: 'view', what: { type: 'complete' } }),
	},
	{
		id: 'filter-next-completion',
		scope: 'filter',
		keys: ['ctrl-n'],
		title: 'Choose the next completion',
		hint: 'next',
		when: someOffered,
		run: ({ dispatch }) => dispatch({ type: 'view', what: { type: 'choose-completion', by: 1 } }),
	},
	{
		id: 'filter-previous-completion',
		scope: 'filter',
		keys: ['ctrl-p', 'shift-tab'],
		title: 'Choose the completion before',
		when: someOffered,
		run: ({ dispatch }) => dispatch({ type: 'view', what: { type: 'choose-completion', by: -1 } }),
	},
	{
		id: 'filter-save',
		scope: 'filter',
		keys: ['ctrl-s'],
		title: 'Save the filter under a name',
		hint: 'save',
		when: ({ downloads }) => (downloads.filter.trim() === '' ? 'There is no filter to save.' : true),
		run: ({ state, dispatch }) => {
			const { filter } = state.downloads;
			dispatch({ type: 'open', dialog: { kind: 'save-filter', line: emptyLine, filter } });
		},
	},
	{
		id: 'filter-down',
		scope: 'filter',
		keys: ['down'],
		title: 'Down',
		run: move(() => 1),
	},
	{ id: 'filter-up', scope: 'filter', keys: ['up'], title: 'Up', run: move(() => -1) },
	{
		id: 'filter-page-down',
		scope: 'filter',
		keys: ['pagedown'],
		title: 'A page down',
		run: move((page) => page),
	},
	{ id: 'filter-page-up', scope: 'filter', keys: ['pageup'], title: 'A page up', run: move((page) => -page) },
	{
		id: 'filter-keep',
		scope: 'filter',
		keys: ['enter'],
		title: 'Keep the filter',
		hint: 'keep',
		run: keep,
	},
	{
		id: 'filter-undo',
		scope: 'filter',
		keys: ['escape'],
		title: 'Leave the list as it was',
		hint: 'leave as it was',
		run: ({ dispatch }) => dispatch({ type: 'restore-filter' }),
	},
	...editCommands('filter'),
];
