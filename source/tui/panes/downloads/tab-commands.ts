import type { State } from '../../../state/core/state.ts';
import type { TabId } from '../../../state/surfaces/tabs.ts';
import { leaveDetails, leaveOrClose } from '../../actions/go-to-download.ts';
import { type Command, type CommandContext, commandsOf } from '../../surfaces/command.ts';
import { tabs } from './tabs/registry.ts';

const anySelected = ({ downloads }: State) => (downloads.cursorAt < 0 ? 'There is no download here.' : true);
const isAlreadyShown = ({ details }: State) =>
	details.shown === 'not' ? 'No details are shown. Press enter to show them.' : true;

/** Whether the tab is visible and has the focus. */
const isOpen = (id: TabId, { details }: State) => details.focused && details.tab === id;

const neighbor =
	(offset: number) =>
	({ state, dispatch }: CommandContext) => {
		const all = Object.values(tabs);
		const at = all.findIndex(({ id }) => id === state.details.tab) + offset;
		const tab = all[(at + all.length) % all.length];
		if (tab) dispatch({ type: 'details', what: { type: 'tab', tab: tab.id } });
	};

/** Returns whether the list has a download so many rows further. */
function anotherBy(rows: number): NonNullable<Command['when']> {
	return (state) => {
		const shown = isAlreadyShown(state);
		if (shown !== true) return shown;
		const { view, cursorAt } = state.downloads;
		if (view[cursorAt + rows]) return true;
		return rows > 0 ? 'This is the last download.' : 'This is the first download.';
	};
}

/** Returns the action that opens a tab and focuses it. */
function showTab(tab: TabId) {
	return ({ state, dispatch }: CommandContext) => {
		const shown = state.details.shown === 'full' ? 'full' : 'split';
		dispatch({ type: 'details', what: { type: 'tab', tab } });
		dispatch({ type: 'details', what: { type: 'show', shown, focused: true } });
	};
}

/** Commands of the list and of every tab of the details. */
export const tabCommands = commandsOf('tabs', [
	...Object.values(tabs).map(
		({ id, title, hotkey }): Command => ({
			id: `tab-${id}`,
			group: 'move',
			scope: 'tabs',
			keys: [hotkey],
			title: `Show the ${title.toLowerCase()} of the download`,
			when: (state) =>
				isOpen(id, state) ? `The tab '${title.toLowerCase()}' is already shown.` : anySelected(state),
			run: showTab(id),
		}),
	),
	{
		id: 'next-tab',
		group: 'move',
		keys: [']'],
		title: 'Next tab',
		hint: 'next tab',
		when: isAlreadyShown,
		run: neighbor(1),
	},
	{
		id: 'previous-tab',
		group: 'move',
		keys: ['['],
		title: 'Previous tab',
		when: isAlreadyShown,
		run: neighbor(-1),
	},
	{
		id: 'next-download',
		group: 'move',
		keys: ['>'],
		title: 'Details of the next download',
		when: anotherBy(1),
		run: ({ dispatch }) => dispatch({ type: 'other-download', rows: 1 }),
	},
	{
		id: 'previous-download',
		group: 'move',
		keys: ['<'],
		title: 'Details of the previous download',
		when: anotherBy(-1),
		run: ({ dispatch }) => dispatch({ type: 'other-download', rows: -1 }),
	},
	{
		id: 'details-full',
		group: 'view',
		keys: ['z'],
		title: 'Details in the whole window, or beside the list again',
		words: 'zoom full screen',
		hint: 'whole window',
		when: anySelected,
		run: ({ state, dispatch }) => {
			const shown = state.details.shown === 'full' ? 'split' : 'full';
			dispatch({ type: 'details', what: { type: 'show', shown, focused: true } });
		},
	},
	{
		id: 'details-leave',
		group: 'move',
		keys: ['escape'],
		title: 'Back to the list',
		hint: 'list',
		when: isAlreadyShown,
		run: leaveDetails,
	},
	{
		id: 'details-close',
		group: 'move',
		keys: ['left', 'h'],
		title: 'Back to the list, then close the details',
		words: 'hide leave',
		when: isAlreadyShown,
		run: leaveOrClose,
	},
	// The quit key of the list leaves the details first.
	...Object.values(tabs).map(
		({ id }): Command => ({
			id: `${id}-leave`,
			group: 'move',
			scope: `tab-${id}`,
			keys: ['q'],
			title: 'Back to the list',
			run: leaveDetails,
		}),
	),
]);
