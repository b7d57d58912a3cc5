import { type TabId, tabIds } from '../../../state/details/tabs.ts';
import type { State } from '../../../state/state.ts';
import type { Command, CommandContext } from '../../command.ts';
import { tabs } from './tabs/registry.ts';

const anySelected = ({ downloads }: State) => (downloads.cursorAt < 0 ? 'There is no download here.' : true);
const shownAlready = ({ details }: State) =>
	details.shown === 'not' ? 'No details are shown: enter shows them.' : true;

const neighbour =
	(offset: number) =>
	({ state, dispatch }: CommandContext) => {
		const at = tabIds.indexOf(state.details.tab) + offset;
		const tab = tabIds[(at + tabIds.length) % tabIds.length];
		if (tab) dispatch({ type: 'details', what: { type: 'tab', tab } });
	};

/** Leads to a tab, and the keys with it. */
function showTab(tab: TabId) {
	return ({ state, dispatch }: CommandContext) => {
		const shown = state.details.shown === 'full' ? 'full' : 'split';
		dispatch({ type: 'details', what: { type: 'tab', tab } });
		dispatch({ type: 'details', what: { type: 'show', shown, focused: true } });
	};
}

/** What works in the list and in every tab of the details. */
export const tabCommands: readonly Command[] = [
	...Object.values(tabs).map(
		({ id, title, hotkey }): Command => ({
			id: `tab-${id}`,
			scope: 'tabs',
			keys: [hotkey],
			title: `Show the ${title.toLowerCase()} of the download`,
			when: anySelected,
			run: showTab(id),
		}),
	),
	{
		id: 'next-tab',
		scope: 'tabs',
		keys: [']'],
		title: 'Next tab',
		hint: 'tab',
		when: shownAlready,
		run: neighbour(1),
	},
	{
		id: 'previous-tab',
		scope: 'tabs',
		keys: ['['],
		title: 'Previous tab',
		when: shownAlready,
		run: neighbour(-1),
	},
	{
		id: 'next-download',
		scope: 'tabs',
		keys: ['>'],
		title: 'Details of the next download',
		when: shownAlready,
		run: ({ dispatch }) => dispatch({ type: 'other-download', rows: 1 }),
	},
	{
		id: 'previous-download',
		scope: 'tabs',
		keys: ['<'],
		title: 'Details of the previous download',
		when: shownAlready,
		run: ({ dispatch }) => dispatch({ type: 'other-download', rows: -1 }),
	},
	{
		id: 'details-full',
		scope: 'tabs',
		keys: ['z'],
		title: 'Details in the whole window, or beside the list again',
		when: anySelected,
		run: ({ state, dispatch }) => {
			const shown = state.details.shown === 'full' ? 'split' : 'full';
			dispatch({ type: 'details', what: { type: 'show', shown, focused: true } });
		},
	},
	{
		id: 'details-leave',
		scope: 'tabs',
		keys: ['escape'],
		title: 'Back to the list',
		hint: 'list',
		when: shownAlready,
		run: ({ dispatch }) =>
			dispatch({ type: 'details', what: { type: 'show', shown: 'split', focused: false } }),
	},
];
